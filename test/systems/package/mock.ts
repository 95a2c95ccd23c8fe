import { once } from 'node:events'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { endChild, startChild } from '../../support/children.js'
import { freePort } from '../../support/processes.js'
import { root } from '../../support/run.js'
import { type Check, none } from './check.js'
import { installIn } from './project.js'

/** Nothing but one file that runs, and what has to be told of it. */
const expected = ['Dockerfile', 'LICENSE', 'README.md', 'licences.txt', 'mock.js', 'package.json']

/** What is called where the mock is started as the guide has it. */
const calls = `
import assert from 'node:assert/strict'
import { clientCredentials, createClient } from 'stablecoin-issuer-api'

const [, , baseUrl] = process.argv
const client = { clientId: 'mock-client', clientSecret: 'mock-secret' }
const auth = clientCredentials({ tokenUrl: baseUrl + '/oauth2/token', ...client })
const issuer = createClient({ baseUrl, auth, maxRetries: 0 })
const place = { crypto_network: 'INK', address: '0x1' }
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const { address } = await issuer.putCryptoDestinationAddress(place)
assert.deepEqual((await issuer.putCryptoDestinationAddress({ id: address.id })).address, address)
assert.equal((await issuer.createStablecoinConversion({ ...conversion, ref_id: 'r' })).ref_id, 'r')
const order = { operation: 'createStablecoinConversion', answers: ['broken'] }
await fetch(baseUrl + '/mock/next', { method: 'PUT', body: JSON.stringify(order) })
await assert.rejects(issuer.createStablecoinConversion(conversion), { outcome: 'unknown' })
`

export const mock: Check = {
  about: 'stablecoin-issuer-mock',
  async run({ folder, project, mock: tarball }) {
    const place = join(folder, 'mock')
    await cp(project, place, { recursive: true })
    const said = await installIn(place, tarball)
    none(/^(added 1 package in .*)?$/.test(said.trim()) ? [] : [`npm says: ${said}`])
    const found = await readdir(join(place, 'node_modules/stablecoin-issuer-mock'))
    none(found.toSorted().join() === expected.join() ? [] : [`it has ${found.join(', ')}`])
    await asTheGuideSays(place)
    const starts: number[] = []
    for (let times = 0; times < 3; times++) starts.push(await startOf(place))
    const median = starts.toSorted((a, b) => a - b)[1] ?? 0
    return `${said.replace(/ in .*/, '')}, ${found.length} files; started by npx as the guide has it, and called; says where it is after ${median.toFixed(0)} ms`
  },
}

/** The lines of the guide's workflow, at a port that is free. */
async function asTheGuideSays(place: string): Promise<void> {
  const file = join(root, 'test/guides/test-your-code/github-npx.yaml')
  const { steps } = parse(await readFile(file, 'utf8')) as { steps: { run: string }[] }
  const port = await freePort()
  const lines = steps.map(({ run }) =>
    run
      .replace('npx stablecoin-issuer-mock', `npx stablecoin-issuer-mock --port ${port}`)
      .replace('4010', String(port))
      .replace('npm test', `node calls.mjs http://127.0.0.1:${port}`),
  )
  await writeFile(join(place, 'calls.mjs'), calls)
  await asOneGroup(['set -e', ...lines].join('\n'), place)
  const log = (await readFile(join(place, 'mock.log'), 'utf8')).trim().split('\n')
  const told = log.map((line) => JSON.parse(line) as { path?: string })
  if (!told.some(({ path }) => path === '/v2/conversion/stablecoins'))
    throw new Error(`the log says nothing of the calls:\n${log.join('\n')}`)
}

/** Runs a script, and ends what it left in the background: npx does not pass a signal on. */
async function asOneGroup(script: string, cwd: string): Promise<void> {
  const env = { ...process.env, NODE_OPTIONS: '' }
  const shell = startChild(['bash', '-c', script], { cwd, env })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(shell, 'exit')) as [number | null]
  endChild(shell)
  if (code !== 0) throw new Error(`${script}\nended with ${String(code)}:\n${output}`)
}

/** Milliseconds from the start of its process to the line that says where it is. */
async function startOf(place: string): Promise<number> {
  const startedAt = performance.now()
  const command = [join(place, 'node_modules/.bin/stablecoin-issuer-mock'), '--port', '0']
  const child = startChild([process.execPath, ...command])
  child.stderr.pipe(process.stderr)
  await once(child.stdout, 'data')
  const milliseconds = performance.now() - startedAt
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`it ended with ${String(code)} after SIGTERM`)
  return milliseconds
}
