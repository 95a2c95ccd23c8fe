/**
 * Measures a conversion by our client against undici and openapi-fetch, by a server on loopback in a process of its own,
 * and the memory that a call takes. Other clones that are named, such as a `git worktree`, are measured beside. `--write`
 * keeps the table in the guide "Options"; `--quick` shows soon that it runs.
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import createPathClient from 'openapi-fetch'
import { request } from 'undici'
import { exampleAnswers } from '../generated/index.js'
import type { paths as Paths } from '../generated/types.js'
import type * as Package from '../src/index.js'
import type * as OverUndici from '../src/undici.js'
import { markdownTable, recordIn, today } from './lib/record.js'
import { step } from './lib/step.js'

import './lib/plain-errors.js'

type Call = () => Promise<unknown>

const isQuick = process.argv.includes('--quick')
const [rounds, milliseconds] = isQuick ? [1, 20] : [9, 300]

const path = '/v2/conversion/stablecoins'
const [example] = exampleAnswers['createStablecoinConversion']?.examples ?? []
const body = example?.request as Parameters<Package.Client['createStablecoinConversion']>[0]
const server = fork('scripts/bench/server.ts', [
  path,
  ...[body, example?.response].map((one) => JSON.stringify(one)),
])
const [[baseUrl, token]] = (await once(server, 'message')) as [[url: string, token: string]]
const authorization = `Bearer ${token}`

const bare: Call = async () => {
  const headers = { authorization, 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) } as const
  return (await request(baseUrl + path, sent)).body.json()
}
const pathClient = createPathClient<Paths>({ baseUrl, headers: { authorization } })

/** What is measured, and against which other. */
const measured: (readonly [title: string, call: Call, against?: string])[] = [
  ['request of undici', bare],
  ['openapi-fetch', async () => (await pathClient.POST(path, { body })).data],
]
// Our client as an adopter imports it, with everything on: a token that is obtained, checks, limits and `onEvent`.
const credentials = { tokenUrl: `${baseUrl}/token`, clientId: 'a', clientSecret: 'b' }
const clones = process.argv.slice(2).filter((name) => !name.startsWith('--'))
for (const folder of ['.', ...clones]) {
  const built = (entry: string): Promise<unknown> => import(resolve(folder, `dist/src/${entry}.js`))
  const { createClient, clientCredentials } = (await built('index')) as typeof Package
  const { undiciTransport } = (await built('undici')) as typeof OverUndici
  const shared = { baseUrl, auth: clientCredentials(credentials), onEvent: () => undefined }
  const name = folder === '.' ? 'ours' : folder
  const overUndici = createClient({ ...shared, transport: undiciTransport() })
  const overFetch = createClient(shared)
  const byMethod = (client: Package.Client) => () => client.createStablecoinConversion(body)
  measured.push(
    [`${name}, over undici`, byMethod(overUndici), 'request of undici'],
    [`${name}, over fetch`, byMethod(overFetch), 'openapi-fetch'],
    [`${name}, by path`, async () => (await overFetch.POST(path, { body })).data, 'openapi-fetch'],
  )
}

/** Calls per second, with so many of them in flight. */
async function speedOf(call: Call, inFlight: number): Promise<number> {
  const startedAt = performance.now()
  let calls = 0
  const lane = async (): Promise<void> => {
    for (; performance.now() < startedAt + milliseconds; calls++) await call()
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return (calls * 1_000) / (performance.now() - startedAt)
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Kilobytes of the heap that a call takes, with those of what it is sent over. */
async function heapOf(call: Call): Promise<string> {
  const calls = 50
  const bytes: number[] = []
  for (let round = 0; round < 20; round++) {
    // Of the calls of a round, nothing is collected: they take less than the young generation has.
    collect()
    const before = process.memoryUsage().heapUsed
    for (let one = 0; one < calls; one++) await call()
    bytes.push((process.memoryUsage().heapUsed - before) / calls)
  }
  return (medianOf(bytes) / 1_000).toFixed(1)
}

function medianOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? NaN
}

/** The median of ratios, with the least and the most. */
function spreadOf(ratios: readonly number[]): string {
  const figures = [medianOf(ratios), Math.min(...ratios), Math.max(...ratios)]
  const [median, least, most] = figures.map((figure) => figure.toFixed(2))
  return `${median}, ${least} to ${most}`
}

/** Calls per second with one and with 32 in flight, by title: one for each round. */
const speeds: Record<string, [number[], number[]]> = {}
// In one round, all have the machine as it is then, in any order: one pays for the garbage of another. The first compiles.
for (let round = 0; round <= rounds; round++) {
  step(round === 0 ? 'Warming up' : `Round ${round} of ${rounds}`)
  for (const [title, call] of measured.toSorted(() => Math.random() - 0.5)) {
    const [alone, together] = (speeds[title] ??= [[], []])
    alone[round] = await speedOf(call, 1)
    together[round] = await speedOf(call, 32)
  }
}

const rows: string[][] = []
for (const [title, call, against] of measured) {
  if (against === undefined) continue
  const [alone = [], together = []] = (speeds[title] ?? []).map((own, at) => {
    const others = speeds[against]?.[at] ?? []
    return own.map((speed, round) => speed / (others[round] ?? NaN)).slice(1)
  })
  rows.push([title, against, spreadOf(alone), spreadOf(together), await heapOf(call)])
}

/** Milliseconds of CPU that a process takes up to the answer of its first conversion: the median of ten. */
function startOf(folder = ''): number {
  const task = JSON.stringify({ baseUrl, path, body, token })
  const starts = Array.from({ length: isQuick ? 1 : 10 }, () =>
    Number(execFileSync(process.execPath, ['scripts/bench/start.mjs', task, folder])),
  )
  return medianOf(starts) / 1_000
}
step('Ten starts of each')
const bareStart = startOf()
const starts = ['.', ...clones].map((folder) => {
  const milliseconds = startOf(resolve(folder))
  const times = (milliseconds / bareStart).toFixed(2)
  return `${folder === '.' ? 'ours' : folder} ${times} × (${milliseconds.toFixed(0)} ms)`
})
server.disconnect()
const head = ['client', 'against', 'one at a time, ×', '32 in flight, ×', 'kB a call']
const [processor] = cpus()
const machine = `Node ${process.versions.node}, ${cpus().length} × ${processor?.model.trim() ?? process.arch}`
const table = `${markdownTable(head, rows)}

CPU of a process up to its first answer, over node:http, against a request by hand: ${starts.join(', ')}.`
console.log(`${machine}\n\n${table}`)
if (process.argv.includes('--write')) {
  const record = recordIn('openapi/guides/options.md', 'bench')
  await record.keep(`On loopback, ${machine}, on ${today()}.\n\n${table}`)
}
// The connections of the clients are still open.
process.exit()
