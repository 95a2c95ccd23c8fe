/** The pictures that programs write into guides: SVG for light and dark, and in words for who cannot see it. */

/** A unit is a pixel on a desktop. On a telephone it is three quarters of one, and the text still has 11. */
export const width = 440

export interface Picture {
  readonly title: string
  readonly words: string
  readonly height: number
  readonly style: string
  readonly parts: readonly string[]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${x}" y="${y}"${more}>${escaped(words)}</text>`

export const svg = ({ title, words, height, style, parts }: Picture): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="15">
  <title>${escaped(title)}</title>
  <desc>${escaped(words)}</desc>
  <style>
    svg { --paper: #fff; --ink: #22242b; --soft: #f0f1f5; --good: #0c6e38; --bad: #b3122b }
    @media (prefers-color-scheme: dark) { svg { --paper: #1b1d24; --ink: #e9e9ef; --soft: #2e313c; --good: #63d18f; --bad: #ff8a94 } }
    text { fill: var(--ink) }
    .paper { fill: var(--paper) }
    .soft { fill: var(--soft) }
${style.trim().replaceAll(/^ */gm, '    ')}
  </style>
  <path class="paper" d="M0 0H${width}V${height}H0z" />
${parts.map((part) => `  ${part}\n`).join('')}</svg>
`
