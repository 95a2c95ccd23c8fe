import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

const folder = 'openapi/guides'

/** A block of code in a guide, and the file that it is taken from. */
export interface Shown {
  readonly language: string
  readonly text: string
  readonly source: string | undefined
  /** It is shown by whoever wants to see it. */
  readonly isFolded: boolean
}

export const guides = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))

/** The blocks of code in a guide. The line before a fence names the source: `<!-- test/guides/… -->`. */
export function blocksOf(guide: string): readonly Shown[] {
  const text = readFileSync(join(root, folder, guide), 'utf8')
  const blocks = text.matchAll(/(?:<!-- (\S+) -->\n+)?^```(\w+)\n(.*?)^```$/gms)
  return [...blocks].map(({ 1: source, 2: language = '', 3: code = '', index }) => ({
    language,
    text: code,
    source,
    isFolded: text.lastIndexOf('<details>', index) > text.lastIndexOf('</details>', index),
  }))
}

/** A file's text, or the part of it that `#name` says, without what it is indented by. */
export function textOf(source: string): string {
  const [file = '', name] = source.split('#')
  const text = readFileSync(join(root, file), 'utf8')
  if (name === undefined) return text
  const start = new RegExp(`^( *)(?://|#) #region ${name}\\n(.*?)^ *(?://|#) #endregion`, 'ms')
  const [, indent = '', part] = start.exec(text) ?? []
  if (part === undefined) throw new Error(`${file} has no region ${name}`)
  return part.replace(new RegExp(`^${indent}`, 'gm'), '')
}
