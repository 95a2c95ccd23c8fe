import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

export const folder = 'openapi/guides'

/** Where the folder of the guides' provider is, and where a reader has it. */
const acme = { written: '../../../../test/fixtures/acme/', shown: './acme/' }
const pglite = { written: '../../../../test/support/pglite.js', shown: '@electric-sql/pglite' }

/** A block of code in a guide, and the file that it is taken from. */
export interface Shown {
  readonly language: string
  readonly text: string
  readonly source: string | undefined
}

export const guides = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))

/** The blocks of code in a guide. The line before a fence names the source: `<!-- openapi/guides/examples/… -->`. */
export function blocksOf(guide: string): readonly Shown[] {
  const text = readFileSync(join(root, folder, guide), 'utf8')
  const blocks = text.matchAll(/(?:<!-- (\S+) -->\n+)?^```(\w+)\n(.*?)^```$/gms)
  return [...blocks].map(({ 1: source, 2: language = '', 3: code = '' }) => ({
    language,
    text: code,
    source,
  }))
}

/** A file's text, or the part of it that `#name` says: not indented, below the imports that it needs. */
export function textOf(source: string): string {
  const [file = '', name] = source.split('#')
  const written = readFileSync(join(root, file), 'utf8')
  const text = [acme, pglite]
    .reduce((all, one) => all.replace(one.written, one.shown), written)
    // A reader has the files of all guides in one folder.
    .replace(/ from '\.\.\/[\w-]+\//g, " from './")
  if (name === undefined) return text
  const start = new RegExp(`^( *)(?://|#) #region ${name}\\n(.*?)^ *(?://|#) #endregion`, 'ms')
  const found = start.exec(text)
  if (found === null) throw new Error(`${file} has no region ${name}`)
  const [, indent = '', part = ''] = found
  const imports = importsFor(part, text.slice(0, found.index))
  return imports + part.replace(new RegExp(`^${indent}`, 'gm'), '')
}

/** What the text above a part of a file imports, with those names alone that the part uses. */
function importsFor(part: string, above: string): string {
  const isUsed = (name: string): boolean =>
    new RegExp(`(?<![.\\w])${name.split(' ').at(-1)}\\b(?!:)`).test(part)
  const imports = above.matchAll(/^import (?:type )?(\w+)?,? ?(\{[^}]*\})? ?from (.*)$/gm)
  const lines = [...imports].flatMap(([, name, members = '', file]) => {
    const used = (members.match(/(?:type )?\w+(?: as \w+)?/g) ?? []).filter(isUsed)
    const names = used.length === 0 ? [] : [`{ ${used.join(', ')} }`]
    if (name !== undefined && isUsed(name)) names.unshift(name)
    return names.length === 0 ? [] : [`import ${names.join(', ')} from ${file}\n`]
  })
  // A package may stand here for a file of the tests.
  const sorted = lines.toSorted((one, other) => Number(isOwnFile(one)) - Number(isOwnFile(other)))
  return sorted.length === 0 ? '' : `${sorted.join('')}\n`
}

const isOwnFile = (line: string): boolean => line.includes(" from '.")

/** The overlay of "Your provider" as its reader has it after each part: the first one starts the file. */
export function overlaysOfReader(): readonly string[] {
  const parts = blocksOf('your-provider.md').filter(({ language }) => language === 'yaml')
  const texts = parts.map(({ text }, at) => (at === 0 ? text : text.replaceAll(/^(?=.)/gm, '  ')))
  return texts.map((_, at) => texts.slice(0, at + 1).join(''))
}
