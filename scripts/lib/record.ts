/** The tables that programs write into Markdown files: how they look, and where they are kept. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Makes a table in Markdown. A column that holds only figures is aligned to the right. */
export function markdownTable(
  head: readonly string[],
  table: readonly (readonly (string | number)[])[],
): string {
  const rows = table.map((row) => row.map(String))
  const rule = head.map((_, at) => {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
    return cells.length > 0 && cells.every(isFigure) ? '--:' : '---'
  })
  const escape = (cell: string): string => cell.replaceAll('|', '\\|')
  return [head, rule, ...rows].map((row) => `| ${row.map(escape).join(' | ')} |`).join('\n')
}

/** A number with its sign and its unit, a range of two, or nothing. */
function isFigure(cell = ''): boolean {
  return /^([-≤≥]? ?[\d.,]+(–[\d.,]+)?( ?[×%]| [a-zµ]+)?)?$/i.test(cell)
}

/** The part of a Markdown file that a script keeps: by `--write`, unless another command is named. */
export function recordIn(path: string, script: string, command = `npm run ${script} -- --write`) {
  const start = `<!-- ${script}: written by \`${command}\` -->`
  return recordBetween(path, start, `<!-- end of ${script} -->`)
}

/** The part of a Markdown file that a program keeps, between two lines of it. */
function recordBetween(path: string, start: string, end: string) {
  const file = join(root, path)

  const kept = async (): Promise<string> => {
    const text = await readFile(file, 'utf8')
    return text.slice(text.indexOf(start) + start.length, text.indexOf(end))
  }
  const keep = async (tables: string): Promise<void> => {
    const text = await readFile(file, 'utf8')
    const before = text.slice(0, text.indexOf(start) + start.length)
    const after = text.slice(text.indexOf(end))
    await writeFile(file, `${before}\n\n${tables}\n\n${after}`)
  }
  return { kept, keep }
}

export const today = (): string => new Date().toISOString().slice(0, 10)
