import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

export const readme = readFileSync(join(root, 'README.md'), 'utf8')
/** Its blocks of TypeScript. */
export const snippets = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map((match) => match[1] ?? '')
/** The lines of a snippet that import. */
export const importLines = /^import (.*) from '(.*)'$/gm
