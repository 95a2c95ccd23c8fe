/** Runs `openapi/conformance.arazzo.yaml` against a sandbox or the mock; it makes real calls. */
import { parseArgs } from 'node:util'
import { runConformance } from './conformance/run.js'
import { readExamples } from './lib/examples.js'

import './lib/plain-errors.js'

/** What the calls are made with: the document's first examples, where nothing else is said. */
async function defaults(): Promise<Record<string, string>> {
  const bodies = (await readExamples()).toReversed().map(({ body }) => body)
  const all = Object.assign({}, ...bodies) as Record<string, unknown>
  const texts = Object.entries(all).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { ...Object.fromEntries(texts), ref_id: `conformance-${crypto.randomUUID()}` }
}

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    'token-url': { type: 'string' },
    verbose: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
  },
})
const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env
const { verbose, 'base-url': baseUrl, 'token-url': tokenUrl } = values
if (baseUrl === undefined || tokenUrl === undefined)
  throw new Error('Give the addresses of the service: --base-url https://… --token-url https://…')
if (clientId === '' || clientSecret === '')
  throw new Error('Set CLIENT_ID and CLIENT_SECRET to the credentials of a sandbox.')
const inputs = await defaults()
for (const setting of values.set) {
  const [, name, value] = /^([a-z_]+)=(.*)$/.exec(setting) ?? []
  if (name === undefined || value === undefined || !(name in inputs))
    throw new Error('--set takes name=value, such as --set profile_id=…')
  inputs[name] = value
}
const { code, output } = await runConformance({
  baseUrl,
  tokenUrl,
  clientId,
  clientSecret,
  inputs,
  verbose,
})
console.log(output)
process.exitCode = code
