import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

export const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** Its blocks of a language. */
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  )

const [first = '', once = ''] = blocks('js')
/** The overlay that it shows. */
export const [overlay = ''] = blocks('yaml')

/** Its programs: the first one, and the one with a journal, which prints the id of its conversion. */
export const programs = { first, once }
/** What the first prints. */
export const [, printed = ''] = /^console\.log\(.*\) \/\/ (.*)$/m.exec(first) ?? []
/** What the other prints. */
export const anId = /^[0-9a-f-]{36}\n$/
