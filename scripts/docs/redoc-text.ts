import { readFileSync } from 'node:fs'
import { highlighted } from './highlight.js'

/** A text as Redoc has to get it, so that it shows and finds all of it. */
export function forRedoc(text: string): string {
  return outsideCode(text, (part) =>
    part
      .replace(/!\[([^\]]*)\]\(([\w-]+\.svg)\)/g, inline)
      .replace(/(?:^\|.*\|\n?)+/gm, narrow)
      .replace(/^\|.*\|$/gm, breakable)
      // Its search removes line breaks and the ends of items, which would join words.
      .replace(/(?<=\S)\n {0,4}(?=[^\s|>#<])(?!(?:[-*]|\d+\.) )/g, ' ')
      .replace(/(?<=\S)\n(?= *(?:[-*]|\d+\.) )/g, '&#32;\n'),
  ).replace(/^```(\w+)\n(.*?)^```$/gms, (_, language: string, code: string) =>
    highlighted(code, language),
  )
}

/** Changes a Markdown text, and leaves its blocks of code as they are. */
export function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(^```.*?^```$)/ms)
    .map((part) => (part.startsWith('```') ? part : change(part)))
    .join('')
}

/** A picture becomes a part of the page. */
function inline(_: string, words: string, file: string): string {
  const source = encodeURIComponent(readFileSync(`openapi/guides/${file}`, 'utf8'))
  return `<img alt="${words}" src="data:image/svg+xml,${source}" />`
}

/** Columns that a telephone can show side by side. */
const mostColumns = 4

/** A table with more columns becomes one for each column, beside the names of the rows. */
function narrow(table: string): string {
  const cells = table
    .trim()
    .split('\n')
    .map((row) => row.split(/(?<!\\)\|/).slice(1, -1))
  const [heads = []] = cells
  if (heads.length <= mostColumns) return table
  const tables = heads
    .slice(1)
    .map((_, at) => cells.map((row) => `|${row[0] ?? ''}|${row[at + 1] ?? ''}|`).join('\n'))
  return `${tables.join('\n\n')}\n`
}

/** Lets a long name in a table break between its words only, and ends each cell with a space. */
function breakable(row: string): string {
  if (/^[|\s:-]+$/.test(row)) return row
  return row
    .replace(/`([^`]+)`|\w+_\w+/g, (whole, code?: string) => {
      if (code === undefined) return whole.replace(/_/g, '_<wbr>')
      const escaped = code.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\\\|/g, '&#124;')
      return `<code>${escaped.replace(/(?<=[a-z])(?=[A-Z])|(?<=[_/.:(-])(?=\w)/g, '<wbr>')}</code>`
    })
    .replace(/(?<!\\)\|/g, '&#32;|')
    .replace(/^&#32;/, '')
}
