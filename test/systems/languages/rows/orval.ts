import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { npmPackages } from '../cache.js'
import type { Work } from '../row.js'
import { typescriptRow, unionOfObjects } from './typescript.js'

const version = '7.21.0'
const zod = '4.6.7'

const install = (): Promise<string> =>
  npmPackages(`orval-${version}-${zod}`, `orval@${version}`, `zod@${zod}`)

/** Runs orval by the configuration of the row's folder. */
const orval =
  (settings: Record<string, string>) =>
  ({ folder, document }: Work, place: string): Promise<unknown> => {
    const command = [join(place, 'node_modules/.bin/orval'), '--config', 'orval.config.mjs']
    return must(command, { cwd: folder, env: { ...settings, DOCUMENT: document } })
  }

export const orvalFetch = typescriptRow({
  generator: 'orval (fetch)',
  version,
  folder: 'typescript/orval',
  limits: [
    'The last that runs on Node.js 20.',
    `${unionOfObjects} The service refuses it.`,
    'Pass an address and a token in your own mutator, as here, or in `baseUrl` and the options of each call.',
  ],
  install,
  generate: orval({}),
})

const schemas = { version, folder: 'typescript/orval-zod', untyped: true, install }

const lost =
  'An enum value that is not listed is refused by the schema of the answer, and the answer is lost.'

export const orvalZod = typescriptRow({
  ...schemas,
  generator: 'orval (zod)',
  limits: [
    '**Its schemas strip what is not listed**: what they give is sent, as zod suggests, without `refid` and without the `id` beside a network.',
    lost,
  ],
  generate: orval({ STRICT: 'no' }),
})

export const orvalZodStrict = typescriptRow({
  ...schemas,
  generator: 'orval (zod, `strict.body: true`)',
  limits: [`The option closes the bodies, as the document does. ${lost}`],
  generate: orval({ STRICT: 'yes' }),
})
