/** The tables that programs write into Markdown files: how they look, and where they are kept. */
import { readFile, writeFile } from 'node:fs/promises'

export function markdownTable(
  head: readonly string[],
  table: readonly (readonly (string | number)[])[],
): string {
  const rule = head.map(() => '---')
  const escape = (cell: string | number): string => String(cell).replaceAll('|', '\\|')
  return [head, rule, ...table].map((row) => `| ${row.map(escape).join(' | ')} |`).join('\n')
}

/** The part of a Markdown file that a script keeps: by `--write`, unless another command is named. */
export function recordIn(file: string, script: string, command = `npm run ${script} -- --write`) {
  const start = `<!-- ${script}: written by \`${command}\` -->`
  const end = `<!-- end of ${script} -->`
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
