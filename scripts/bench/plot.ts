import { type ContestantName, titles } from './measured/contestants.js'
import { median } from './statistics.js'
import type { ThroughputRow } from './throughput.js'

/** The measurements of one Node. */
export interface Panel {
  readonly title: string
  readonly rows: readonly ThroughputRow[]
}

interface Style {
  readonly colour: string
  readonly width: number
  readonly dash?: string
}

/** Colours that stay apart for the colour-blind (Okabe and Ito), dark enough for text on white. */
const styles: Partial<Readonly<Record<ContestantName, Style>>> = {
  undici: { colour: '#333333', width: 1.6, dash: '5 3' },
  'ours-undici': { colour: '#0072b2', width: 3.2 },
  ours: { colour: '#c24e00', width: 3.2 },
  axios: { colour: '#9a6700', width: 1.6, dash: '2 3' },
  fetch: { colour: '#007a5a', width: 1.6 },
  'openapi-fetch': { colour: '#a8478a', width: 1.6, dash: '8 3' },
}

export const plotted = Object.keys(styles) as ContestantName[]
export const plotLevels = [1, 2, 4, 8, 16, 32, 64, 128, 256]

const area = { left: 62, top: 62, width: 330, height: 300, labels: 156 }
const panelWidth = area.left + area.width + area.labels
const height = area.top + area.height + 94

/** Throughput against calls in flight, one panel beside the other on the same scale. */
export function drawPlot(panels: readonly Panel[], caption: readonly string[]): string {
  const rates = panels.flatMap(({ rows }) => rows.map((row) => median(row.callsPerSecond)))
  const ticks = ticksFor(Math.min(...rates), Math.max(...rates))
  const width = Math.max(panelWidth * panels.length, panelWidth + 140)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="13" fill="#333333">
<title>Throughput against calls in flight</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="16" y="24" font-size="15" font-weight="600">Calls per second, by how many are in flight at once</text>
${panels.map((panel, at) => `<g transform="translate(${at * panelWidth} 0)">\n${drawPanel(panel, ticks)}\n</g>`).join('\n')}
${caption.map((line, at) => `<text x="16" y="${height - 30 + at * 16}" font-size="11" fill="#666666">${escapeXml(line)}</text>`).join('\n')}
</svg>
`
}

function drawPanel({ title, rows }: Panel, ticks: readonly number[]): string {
  const bottom = area.top + area.height
  const right = area.left + area.width
  const [low = 1, high = 10] = [ticks[0], ticks.at(-1)]
  const x = (inFlight: number): number =>
    area.left + (Math.log2(inFlight) / Math.log2(plotLevels.at(-1) ?? 2)) * area.width
  const y = (rate: number): number =>
    bottom - (Math.log(rate / low) / Math.log(high / low)) * area.height
  const lines = plotted.flatMap((name) => {
    const points = rows.filter((row) => row.name === name)
    const style = styles[name]
    if (points.length === 0 || style === undefined) return []
    const at = points.map(({ inFlight, callsPerSecond }) => {
      return [x(inFlight), y(median(callsPerSecond))] as const
    })
    return [{ title: titles[name], style, at }]
  })
  const ends = lines.map(({ at }) => at.at(-1)?.[1] ?? 0)
  const places = apart(ends, 17)
  return [
    `<text x="${area.left}" y="${area.top - 14}" font-weight="600">${escapeXml(title)}</text>`,
    ...ticks.map(
      (tick) =>
        `<path d="M${area.left} ${round(y(tick))}H${right}" stroke="#e2e2e2"/><text x="${area.left - 8}" y="${round(y(tick) + 4)}" text-anchor="end">${tick.toLocaleString('en')}</text>`,
    ),
    `<path d="M${area.left} ${bottom}H${right}" stroke="#666666"/>`,
    ...plotLevels.map(
      (level) =>
        `<path d="M${round(x(level))} ${bottom}v5" stroke="#666666"/><text x="${round(x(level))}" y="${bottom + 19}" text-anchor="middle">${level}</text>`,
    ),
    `<text x="${area.left + area.width / 2}" y="${bottom + 38}" text-anchor="middle" fill="#666666">calls in flight</text>`,
    ...lines.map(({ title: name, style, at }, index) => {
      const { colour, width, dash } = style
      const place = places[index] ?? 0
      const path = at.map(([px, py]) => `${round(px)} ${round(py)}`).join('L')
      const dashes = dash === undefined ? '' : ` stroke-dasharray="${dash}"`
      const weight = width > 2 ? ' font-weight="600"' : ''
      const dots = at.map(
        ([px, py]) => `<circle cx="${round(px)}" cy="${round(py)}" r="${width > 2 ? 3.2 : 2.2}"/>`,
      )
      const leader = `<path d="M${right + 4} ${round(ends[index] ?? 0)}L${right + 14} ${round(place)}" fill="none" stroke="${colour}" stroke-width="0.8"/>`
      return `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"${dashes}/><g fill="${colour}">${dots.join('')}</g>${leader}<text x="${right + 17}" y="${round(place + 4)}" fill="${colour}"${weight}>${escapeXml(name)}</text>`
    }),
  ].join('\n')
}

/** 1, 2 and 5 of each power of ten, from below the least to above the most. */
function ticksFor(least: number, most: number): number[] {
  const all = [1, 10, 100, 1_000, 10_000, 100_000, 1e6].flatMap((power) =>
    [1, 2, 5].map((n) => n * power),
  )
  const from = all.findLastIndex((tick) => tick <= least)
  const to = all.findIndex((tick) => tick >= most)
  return all.slice(Math.max(0, from), to + 1)
}

/** Moves labels so far that none lies on another, and keeps their order and their middle. */
function apart(wanted: readonly number[], gap: number): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  const places = order.map((at) => wanted[at] ?? 0)
  for (let pass = 0; pass < 100; pass += 1)
    for (let at = 1; at < places.length; at += 1) {
      const overlap = gap - ((places[at] ?? 0) - (places[at - 1] ?? 0))
      if (overlap <= 0) continue
      places[at - 1] = (places[at - 1] ?? 0) - overlap / 2
      places[at] = (places[at] ?? 0) + overlap / 2
    }
  return wanted.map((_, at) => places[order.indexOf(at)] ?? 0)
}

const round = (value: number): number => Math.round(value * 10) / 10

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
