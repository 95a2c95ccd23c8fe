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
  const file = join(root, path)
  const [start, end] = [
    `<!-- ${script}: written by \`${command}\` -->`,
    `<!-- end of ${script} -->`,
  ]
  const read = async () => {
    const text = await readFile(file, 'utf8')
    const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)]
    return { before: text.slice(0, from), kept: text.slice(from, to).trim(), after: text.slice(to) }
  }
  const keep = async (tables: string): Promise<void> => {
    const { before, after } = await read()
    await writeFile(file, `${before}\n\n${tables}\n\n${after}`)
  }
  return { kept: async () => (await read()).kept, keep }
}

export const today = (): string => new Date().toISOString().slice(0, 10)
