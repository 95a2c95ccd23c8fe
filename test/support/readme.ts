import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

export const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The program that its reader saves as `first.mjs`. */
export const [, first = ''] = /`first\.mjs`.*?^```js\n(.*?)^```/ms.exec(readme) ?? []
/** What the program prints. */
export const [, printed = ''] = /^ *console\.log\(.*\) \/\/ (.*)$/m.exec(first) ?? []

/** The program that its reader saves as `lost.ts`, and what the README says that it prints. */
export const [, lost = '', found = ''] =
  /`lost\.ts`.*?^```ts\n(.*?)^```.*?^```text\n(.*?)^```/ms.exec(readme) ?? []
