import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

export const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** Its blocks of a language. */
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  )

const [first = '', journal = ''] = blocks('ts')
/** The overlay that it shows. */
export const [overlay = ''] = blocks('yaml')

/** Its programs: the first one, and the one that it becomes with a journal. */
export const programs = { first, once: first.replace(/^const client = .*\n/m, journal) }
/** What both print. */
export const [, printed = ''] = /^console\.log\(.*\) \/\/ (.*)$/m.exec(first) ?? []
