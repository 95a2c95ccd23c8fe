import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificates } from '../support/certificates.js'
import { must, root, run } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { type Host, startHost, startProxy } from '../support/token-hosts.js'
import { findProgram, toolsAreRequired } from '../support/tools.js'
import { nodeProgram } from '../systems/runtimes/node.js'

const isPossible =
  process.platform === 'linux' && (findProgram('openssl') !== undefined || toolsAreRequired)

/** One of each major version. The running Node.js takes the place of the one with its major version. */
const versions = ['20.20.2', '22.23.3', '24.21.0', '26.10.0']
const majorOf = (version: string): string => version.split('.')[0] ?? ''

/** The rows of the guide's table: how the program is to send. */
const ways = ['fetch', 'pool', 'agent'] as const

interface Setting {
  readonly flags?: readonly string[]
  readonly variables: readonly string[]
  /** What shows that a setting is followed: a tunnel through the proxy, or an answer of the host. */
  readonly leadsTo: 'proxy' | 'trust'
}

/** The cells of each row, without its name. */
async function readTable(): Promise<string[][]> {
  const guide = await readFile(join(root, 'openapi/guides/proxies.md'), 'utf8')
  const [, part = ''] = guide.split('## What the environment sets')
  const [, , ...rows] = part.split('\n').filter((line) => line.startsWith('|'))
  return rows.map((row) => {
    const [, , ...cells] = row.split('|').map((cell) => cell.trim())
    return cells.slice(0, -1)
  })
}

const folder = scratchFolder()
let settings: readonly Setting[]
let host: Host
let proxy: Awaited<ReturnType<typeof startProxy>>

beforeAll(async () => {
  if (!isPossible) return
  const { good, authority } = await makeCertificates(folder)
  host = await startHost({ cert: good.cert, key: good.key })
  proxy = await startProxy()
  const trusted = `NODE_EXTRA_CA_CERTS=${authority}`
  const address = `HTTPS_PROXY=${proxy.url}`
  settings = [
    { variables: [trusted, address], leadsTo: 'proxy' },
    { variables: [trusted, address, 'NODE_USE_ENV_PROXY=1'], leadsTo: 'proxy' },
    { variables: [trusted], leadsTo: 'trust' },
    // What OpenSSL reads stands for the CAs of the system.
    { variables: [`SSL_CERT_FILE=${authority}`], flags: ['--use-system-ca'], leadsTo: 'trust' },
  ]
  await mkdir(join(folder, 'node_modules'))
  await build({
    entryPoints: [join(root, 'test/docs/environment-program.ts')],
    bundle: true,
    outfile: join(folder, 'program.mjs'),
    format: 'esm',
    platform: 'node',
    external: ['undici'],
    alias: {
      'stablecoin-issuer-api': join(root, 'src/index.ts'),
      'stablecoin-issuer-api/undici': join(root, 'src/undici.ts'),
    },
  })
  await symlink(join(root, 'node_modules/undici'), join(folder, 'node_modules/undici'))
})
afterAll(() => {
  if (!isPossible) return
  host.stop()
  proxy.stop()
})

/** Whether a Node.js does what a setting says. It knows no other variable of the environment. */
async function obeys(
  node: string,
  way: (typeof ways)[number],
  { flags = [], variables, leadsTo }: Setting,
): Promise<boolean> {
  host.came.length = proxy.asked.length = 0
  const program = [node, ...flags, join(folder, 'program.mjs'), way, host.url]
  const { stdout } = await run(['env', '-i', ...variables, ...program])
  const told = stdout.trim()
  // Node.js ends before the program begins where it does not know a flag.
  expect(['answered', 'not_sent', '']).toContain(told)
  expect(host.came.length).toBe(told === 'answered' ? 1 : 0)
  if (leadsTo === 'trust' || told !== 'answered') return told === 'answered'
  return proxy.asked.length > 0
}

it.for(versions)(
  'what the guide says of the environment is what Node.js %s does',
  async (version, { skip }) => {
    skip(!isPossible, 'openssl is not on this machine, or it is no Linux')
    const major = majorOf(version)
    const program =
      major === majorOf(process.versions.node)
        ? process.execPath
        : await nodeProgram(version).catch((error: unknown) => {
            if (toolsAreRequired) throw error
            return skip(`Node.js ${version} could not be fetched`)
          })
    const { stdout } = await must([program, '--version'])
    expect(majorOf(stdout)).toBe(`v${major}`)
    const measured: boolean[][] = []
    for (const way of ways) {
      const row: boolean[] = []
      for (const setting of settings) row.push(await obeys(program, way, setting))
      measured.push(row)
    }
    const table = await readTable()
    expect(table.map((row) => row.map((cell) => cell.split(', ').includes(major)))).toEqual(
      measured,
    )
  },
)

it('what the guide says of the environment is nothing to a transport that has a CA of its own', async ({
  skip,
}) => {
  skip(!isPossible, 'openssl is not on this machine, or it is no Linux')
  const trusted = `NODE_EXTRA_CA_CERTS=${join(folder, 'trusted.pem')}`
  const program = [process.execPath, join(folder, 'program.mjs'), 'authority', host.url]
  const withCa = async (name: string) =>
    (await must(['env', '-i', trusted, ...program, join(folder, name)])).stdout.trim()
  expect(await withCa('unheard-of.pem')).toBe('not_sent')
  expect(await withCa('trusted.pem')).toBe('answered')
})
