import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { npmPackages } from '../cache.js'
import { typescriptRow, unionOfObjects } from './typescript.js'

const version = '4.39.3'
const zod = '4.6.7'
const parts = ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client', 'plugin-zod']
const packages = parts.map((part) => `@kubb/${part}@${version}`)

export const kubb = typescriptRow({
  generator: 'kubb (fetch, `parser: "zod"`)',
  version,
  folder: 'typescript/kubb',
  // Its package lacks a file that its types import.
  options: { skipLibCheck: true },
  limits: [
    'The last that runs on Node.js 20.',
    `${unionOfObjects} **Its schemas strip what is not listed before the body is sent**, so that past the types a misspelt reference is lost; \`parser: "client"\` sends a body as it is, and the service refuses it.`,
    'An enum value that is not listed is refused by the schema of the answer, and the answer is lost.',
    'Its own fetch takes every status for success and every body for JSON, and sets no Content-Type: give it your own client.',
  ],
  install: () => npmPackages(`kubb-${version}-${zod}`, ...packages, `zod@${zod}`),
  generate: ({ folder, document }, place) => {
    const command = [join(place, 'node_modules/.bin/kubb'), 'generate']
    const env = { DOCUMENT: document }
    return must([...command, '--config', 'kubb.config.mjs'], { cwd: folder, env })
  },
})
