import { createHash } from 'node:crypto'
import type { Files } from '../lib/folder.js'

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

/** The overlays that a folder was made of, as its modules say; undefined of an empty folder. */
function originOf(files: Files): string | undefined {
  const [module = ''] = Object.values(files).filter(isMarked)
  return /^\/\/ Made by \S+ from (.*)\. Do not edit\.$/m.exec(module)?.[1]
}

/** Refuses to replace a folder of other overlays, or of another form, whose files would be removed. @throws Error */
export function assertSame(folder: string, kept: Files, made: Files): void {
  const [was, now] = [kept, made].map(originOf)
  const removed = Object.keys(kept).filter((name) => made[name] === undefined)
  // The modules show the form. The workflow goes with the last link and the last key.
  const isOtherForm = removed.some((name) => isMarked(kept[name] ?? ''))
  const effects = [
    ...(was === now ? [] : [`makes it from ${now}`]),
    ...(isOtherForm ? [`removes ${removed.join(', ')}`] : []),
  ]
  if (was !== undefined && effects.length > 0)
    throw new Error(
      `${folder} was made from ${was}. With --force, this command ${effects.join(' and ')}. Or name another folder.`,
    )
}
