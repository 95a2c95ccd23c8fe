/**
 * Runs `openapi/conformance.arazzo.yaml` against a sandbox or the mock; it makes real calls. With `--provider` it tries in its
 * place what the overlay of that folder says.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { clientCredentials } from '../src/index.js'
import { typedProvider } from '../src/testing/provider.js'
import { fieldsOf, tryProvider } from './conformance/provider.js'
import { contradictions, type Report } from './conformance/readings.js'
import { withHeaders } from './conformance/with-headers.js'
import { inFolder } from './lib/in-folder.js'
import { readProvider } from './lib/read-provider.js'
import { redocly } from './lib/redocly.js'
import { step } from './lib/step.js'

import './lib/plain-errors.js'

const workflow = 'openapi/conformance.arazzo.yaml'

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    'token-url': { type: 'string' },
    provider: { type: 'string' },
    within: { type: 'string', default: '60' },
    verbose: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
    header: { type: 'string', multiple: true, default: [] },
  },
})
const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env
const { verbose, 'base-url': baseUrl, 'token-url': tokenUrl, provider: folder } = values
if (baseUrl === undefined || tokenUrl === undefined)
  throw new Error('Give the addresses of the service: --base-url https://… --token-url https://…')
if (clientId === '' || clientSecret === '')
  throw new Error('Set CLIENT_ID and CLIENT_SECRET to the credentials of a sandbox.')

const provider = typedProvider(
  folder === undefined ? folder : (await readProvider(folder)).provider,
)
/** The calls are made with the document's first examples, where nothing else is said. */
const { scopes, exampleAnswers } = provider
const requests = Object.values(exampleAnswers).flatMap(({ examples }) =>
  examples.map(({ request }) => Object.entries(request)),
)
const fields = requests.toReversed().flat()
const inputs = {
  ...Object.fromEntries(fields.filter(([, value]) => typeof value === 'string')),
  ref_id: `conformance-${crypto.randomUUID()}`,
}
const parameters = Object.values(provider.operations).flatMap((one) => one.parameters ?? [])
const bodies = Object.values(provider.operations).flatMap(({ request }) => fieldsOf(request))
const names = [
  ...new Set([...Object.keys(inputs), ...parameters.map(({ name }) => name), ...bodies]),
].sort()
const set = Object.fromEntries(
  values.set.map((setting): [string, string] => {
    const [, name = '', value = ''] = /^([\w.-]+)=(.*)$/.exec(setting) ?? []
    if (name === '') throw new Error('--set takes name=value, such as --set profile_id=…')
    if (!names.includes(name))
      throw new Error(
        `--set ${name}: no request of the document has a field or parameter ${name}; it has ${names.join(', ')}`,
      )
    return [name, value]
  }),
)
/** What the client sends with every request. */
const headers = Object.fromEntries(
  values.header.map((header): [string, string] => {
    const [, name = '', value = ''] = /^([\w-]+): *(.+)$/.exec(header) ?? []
    if (name === '')
      throw new Error("--header takes 'Name: value', such as --header 'X-Account: a'")
    return [name, value]
  }),
)

if (folder === undefined) await runWorkflow(baseUrl, tokenUrl)
else {
  const auth = clientCredentials({ tokenUrl, clientId, clientSecret, scopes })
  const within = Number(values.within) * 1_000
  const { problems, untried } = await tryProvider(
    provider,
    { baseUrl, auth, headers },
    { set, within, print: console.log },
  )
  for (const one of problems) console.log(`The service is not as the overlay says: ${one}`)
  for (const one of untried) console.log(`Not tried: ${one}`)
  process.exitCode = problems.length > 0 ? 1 : untried.length > 0 ? 2 : 0
}

async function runWorkflow(service: string, token: string): Promise<void> {
  // The workflow takes the token URL in two parts. Where nothing follows the host, `?` adds nothing.
  const { origin, pathname, search } = new URL(token)
  const servers = { service: new URL(service).href.replace(/\/$/, ''), token: origin }
  const endpoint = `${pathname}${search}`.slice(1) || '?'
  const credentials = { client_id: clientId, client_secret: clientSecret, token_endpoint: endpoint }
  // In the environment, because other users of the machine can read the arguments of a program.
  process.env['REDOCLY_CLI_RESPECT_INPUT'] = JSON.stringify({ ...inputs, ...set, ...credentials })
  process.env['NO_COLOR'] = '1'
  step(`Running ${workflow}`)
  await inFolder('conformance', async (folder) => {
    const report = join(folder, 'report.json')
    const file = join(folder, 'workflow.yaml')
    const written = await readFile(workflow, 'utf8')
    await writeFile(file, withHeaders(written, dirname(resolve(workflow)), headers))
    const { code, output } = redocly(
      ...['respect', file, '--json-output', report],
      // No status of a refusal is documented; the workflow says which it takes.
      ...['--severity', 'STATUS_CODE_CHECK=off'],
      ...Object.entries(servers).flatMap(([name, url]) => ['--server', `${name}=${url}`]),
      ...(verbose ? ['--verbose'] : []),
    )
    const texts = await readFile(report, 'utf8')
      .then((ran) => contradictions(written, JSON.parse(ran) as Report))
      .catch(() => []) // it did not run
    const sentences = texts.map(
      (one) => `The service contradicts a reading of the document: ${one}.`,
    )
    // Redocly names the report, which is gone when the command ends.
    const shown = output.replace(/^.*JSON logs saved in .*\n/m, '')
    // The tokens are masked already.
    const secrets = [clientSecret, ...Object.values(headers)]
    const text = [shown, ...sentences].join('\n')
    console.log(secrets.reduce((all, secret) => all.replaceAll(secret, '********'), text))
    process.exitCode = code
  })
}
