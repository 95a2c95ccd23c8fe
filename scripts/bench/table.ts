/** Cells under heads. All columns but the first are figures. */
export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly note?: string
  /** Columns of words, which stand at the left. */
  readonly words?: readonly number[]
}

/** With aligned columns, for a terminal. */
export function toText({ title, head, rows, note, words = [0] }: Table): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => width(row[at]))))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - width(cell))
        return words.includes(at) ? cell + space : space + cell
      })
      .join('  ')
      .trimEnd()
  const rule = widths.map((count) => '-'.repeat(count))
  const lines = [title, '', ...[head, rule, ...rows].map((row) => `  ${line(row)}`)]
  return [...lines, ...(note === undefined ? [] : ['', `  ${note}`]), ''].join('\n')
}

/** In Markdown; the title is a heading of the given depth. */
export function toMarkdown({ title, head, rows, note, words = [0] }: Table, depth: number): string {
  const rule = head.map((_, at) => (words.includes(at) ? '---' : '--:'))
  const lines = [head, rule, ...rows].map((row) => `| ${row.map(escapeCell).join(' | ')} |`)
  const heading = `${'#'.repeat(depth)} ${title}`
  return [heading, '', ...lines, '', ...(note === undefined ? [] : [note, ''])].join('\n')
}

function width(cell = ''): number {
  return cell.length
}

function escapeCell(cell: string): string {
  return cell.replaceAll('|', '\\|')
}
