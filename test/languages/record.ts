import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'

const file = fileURLToPath(new URL('../../openapi/README.md', import.meta.url))
const start = '<!-- languages: written by `npm run test:languages -- --write` -->'
const end = '<!-- end of languages -->'

/** The part of openapi/README.md that holds the table. */
export async function kept(): Promise<string> {
  const text = await readFile(file, 'utf8')
  return text.slice(text.indexOf(start) + start.length, text.indexOf(end))
}

/** Writes the table and today's date into openapi/README.md. */
export async function keep(table: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const text = await readFile(file, 'utf8')
  const before = text.slice(0, text.indexOf(start) + start.length)
  const after = text.slice(text.indexOf(end))
  const changed = `${before}\n\nMeasured on ${today}.\n\n${table}\n\n${after}`
  const options = await resolveConfig(file)
  await writeFile(file, await format(changed, { ...options, filepath: file }))
}
