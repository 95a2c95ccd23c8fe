import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { root } from './run.js'

/** The part of a Markdown file that `npm run test:<name> -- --write` keeps. */
export function recordIn(path: string, name: string) {
  const file = join(root, path)
  const start = `<!-- ${name}: written by \`npm run test:${name} -- --write\` -->`
  const end = `<!-- end of ${name} -->`

  const kept = async (): Promise<string> => {
    const text = await readFile(file, 'utf8')
    return text.slice(text.indexOf(start) + start.length, text.indexOf(end))
  }
  const keep = async (table: string): Promise<void> => {
    const text = await readFile(file, 'utf8')
    const before = text.slice(0, text.indexOf(start) + start.length)
    const after = text.slice(text.indexOf(end))
    const options = await resolveConfig(file)
    const changed = `${before}\n\n${table}\n\n${after}`
    await writeFile(file, await format(changed, { ...options, filepath: file }))
  }
  return { kept, keep }
}

/** When a table was measured, in a sentence. */
export const measuredToday = (): string =>
  `Measured on ${new Date().toISOString().slice(0, 10)}.\n\n`
