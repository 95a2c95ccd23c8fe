/**
 * Measures a conversion by our client, by other clients and by none, against a server on loopback in a process of its
 * own. `--write` puts the table into scripts/bench/README.md, `--ratios` measures only the clients of the
 * ratios, for half a minute, and `--quick` shows soon that it runs. No run fails because it is slow.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { measure } from 'mitata'
import { type Contestant, contestantsOf } from './bench/contestants.js'
import { type Client, ratios } from './bench/ratios.js'
import type { Setup } from './bench/server.js'
import { readFirstExamples } from './lib/examples.js'
import { markdownTable, recordIn, today } from './lib/record.js'

import './lib/plain-errors.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const boolean = { type: 'boolean', default: false } as const
const { write, quick, ...few } = parseArgs({
  options: { write: boolean, quick: boolean, ratios: boolean },
}).values
if (write && (quick || few.ratios))
  throw new Error('--write needs a full run: leave out --quick and --ratios.')
const [rounds, secondsOfTurn] = quick ? [1, 0.02] : few.ratios ? [7, 0.3] : [7, 0.5]

const examples = await readFirstExamples()
const example = examples.find(({ operationId }) => operationId === 'createStablecoinConversion')
if (example === undefined) throw new Error('The document has no example of a conversion.')
const server = fork(join(root, 'scripts/bench/server.ts'), [JSON.stringify(example)])
const [setup] = (await once(server, 'message')) as [Setup]
const all = await contestantsOf(root, setup, example)
const contestants = all.filter(({ client }) => !few.ratios || client !== undefined)

let calls = 0
for (const { title, call } of contestants) {
  calls++
  if (!isDeepStrictEqual(await call(), example.response))
    throw new Error(`${title} returned something else than the server sent.`)
}

/** Calls per second, and microseconds of CPU that one takes. */
async function measureTurn({ call }: Contestant, inFlight: number) {
  const lanes = Array.from({ length: inFlight })
  const [callsBefore, cpuBefore] = [calls, process.cpuUsage()]
  const { avg } = await measure(
    () => {
      calls += inFlight
      return Promise.all(lanes.map(call))
    },
    { min_cpu_time: secondsOfTurn * 1e9 },
  )
  const { user, system } = process.cpuUsage(cpuBefore)
  return { callsPerSecond: (inFlight * 1e9) / avg, cpu: (user + system) / (calls - callsBefore) }
}

type Figure = 'alone' | 'callsPerSecond' | 'cpu'
interface Turn extends Readonly<Record<Figure, number>> {
  readonly contestant: Contestant
}

const turns: Turn[] = []
for (let round = 0; round <= rounds; round++) {
  const first = round % contestants.length
  const order = [...contestants.slice(first), ...contestants.slice(0, first)]
  for (const contestant of order) {
    const { callsPerSecond: alone } = await measureTurn(contestant, 1)
    const turn = { contestant, alone, ...(await measureTurn(contestant, 32)) }
    // In the first round the engine compiles.
    if (round > 0) turns.push(turn)
  }
}
server.send('count')
const [answered] = (await once(server, 'message')) as [number]
server.disconnect()
if (answered !== calls)
  throw new Error(`${calls} calls were made, and the server answered ${answered}.`)

const medianOf = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? NaN
const figuresOf = (contestant: Contestant | undefined, figure: Figure): number[] =>
  turns.filter((turn) => turn.contestant === contestant).map((turn) => turn[figure])

const rows = contestants.map((contestant) => ({
  title: contestant.title,
  alone: medianOf(figuresOf(contestant, 'alone')),
  callsPerSecond: medianOf(figuresOf(contestant, 'callsPerSecond')),
  cpu: medianOf(figuresOf(contestant, 'cpu')),
}))
const rounded = (figure: number) => figure.toLocaleString('en', { maximumSignificantDigits: 3 })
const [fetch, undici] = rows
const ratio = (figure: number, row = fetch) =>
  `${(figure / (row?.callsPerSecond ?? NaN)).toPrecision(2)}×`
const table = markdownTable(
  [
    ...['client', 'calls per second, 1 in flight', '32 in flight'],
    ...['against fetch', 'against undici', 'CPU of a call, µs'],
  ],
  rows.map(({ title, alone, callsPerSecond, cpu }) => [
    ...[title, rounded(alone), rounded(callsPerSecond)],
    ...[ratio(callsPerSecond), ratio(callsPerSecond, undici), rounded(cpu)],
  ]),
)
const [processor] = cpus()
const machine = `Node ${process.versions.node}, ${cpus().length} × ${processor?.model.trim() ?? process.arch}`
/** The median over the rounds: in one of them, all have the machine as it is then. */
const byRound = (figure: Figure, client: Client, other: Client): number => {
  const [ours, theirs] = [client, other].map((one) =>
    figuresOf(
      contestants.find((contestant) => contestant.client === one),
      figure,
    ),
  )
  return medianOf((ours ?? []).map((calls, round) => calls / (theirs?.[round] ?? NaN)))
}
const ratioTable = markdownTable(
  ['calls per second, as a multiple', 'in this run', 'goal'],
  ratios.map(({ title, figure, client, other, goal }) => [
    ...[title, `${byRound(figure, client, other).toFixed(2)}×`, goal],
  ]),
)
console.log(`${machine}\n\n${table}\n${ratioTable}`)
if (write) {
  const tables = `${table}\n\n${ratioTable}`
  await recordIn('scripts/bench/README.md', 'bench').keep(`${machine}, on ${today()}.\n\n${tables}`)
}
