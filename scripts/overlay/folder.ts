import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The texts of files, by their names. */
export type Files = Readonly<Record<string, string>>

/** The files of a folder; folders in it with their names alone. Names that begin with a dot belong to other tools. */
export async function readFolder(folder: string): Promise<Files> {
  const exists = await stat(folder).then(Boolean, () => false)
  const entries = exists ? await readdir(folder, { withFileTypes: true }) : []
  const own = entries.filter(({ name }) => !name.startsWith('.'))
  const read = own.map(async (one) => {
    const text = one.isFile() ? await readFile(join(folder, one.name), 'utf8') : ''
    return [one.name, text] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** The names of the files that differ from those that are made: changed, missing, or there no longer. */
export function staleNames(kept: Files, made: Files): string[] {
  return Object.keys({ ...made, ...kept }).filter((name) => kept[name] !== made[name])
}

/** The first words of each module that the command makes. */
export const mark = '// Made by stablecoin-issuer-overlay'

const isMarked = (text: string): boolean => text.startsWith(mark)

/** By this line of a module, data beside it is known, which has no mark. */
const sumOf = (name: string, text: string): string =>
  `// ${createHash('sha256').update(text).digest('hex')} ${name}\n`

/** Ends the main module with the sums of the data. */
export function withSums(files: Files): Files {
  const main = Object.hasOwn(files, 'index.js') ? 'index.js' : 'index.ts'
  const data = Object.entries(files).filter(([, text]) => !isMarked(text))
  return { ...files, [main]: [files[main], ...data.map((file) => sumOf(...file))].join('') }
}

/** Refuses a folder with a file that is not as the command wrote it, or would write it. @throws Error */
export function assertOwn(folder: string, kept: Files, made: Files): void {
  const modules = Object.values(kept).filter(isMarked).join('')
  const others = Object.entries(kept).filter(
    ([name, text]) =>
      !isMarked(text) && text !== made[name] && !modules.includes(sumOf(name, text)),
  )
  const names = others.map(([name]) => name).join(', ')
  if (names !== '')
    throw new Error(
      `${folder} has files that are not as this command wrote them: ${names}. Move them away, or name another folder.`,
    )
}

/** Writes the files that changed and removes those that are no longer made. */
export async function writeFiles(folder: string, kept: Files, made: Files): Promise<void> {
  await mkdir(folder, { recursive: true })
  // The main module is written last: until then the one before knows the data that it replaces.
  for (const [name, text] of Object.entries(made).reverse())
    if (kept[name] !== text) await writeFile(join(folder, name), text)
  for (const name of Object.keys(kept)) if (made[name] === undefined) await rm(join(folder, name))
}
