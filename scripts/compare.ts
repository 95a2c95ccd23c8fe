/**
 * Makes one conversion by each client into each fault, and compares what the client says of it with the log of the server.
 * `--only fetch,axios` chooses clients, `--show` prints each cell in place of the tables, `--twice` has to find each cell
 * again in a second run, and `--write` puts the tables into the guide. It fails where a control passes, or a client is
 * wrong where nothing fails.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as sdk from '../src/index.js'
import { placeBefore, tlsPorts } from '../test/network/connections.js'
import { startFarSide } from '../test/network/process.js'
import { contextOf } from '../test/network/script.js'
import { conversion } from '../test/network/sent.js'
import { makeCertificates } from '../test/support/certificates.js'
import { inFolder, inLanes, stopwatch } from '../test/support/runs.js'
import { startClient } from './compare/client-process.js'
import { type Fault, faults, isUnsent, sound } from './compare/faults.js'
import { namesOfClients, prepare, versionsOf } from './compare/prepare.js'
import { clientTable, type Compared, faultTable } from './compare/table.js'
import { type Cell, controls, passed, saidBy, sentenceOf, unsound } from './compare/verify.js'
import { recordIn, today } from './lib/record.js'

import './lib/plain-errors.js'

const boolean = { type: 'boolean', default: false } as const
const { only, show, twice, write } = parseArgs({
  options: { only: { type: 'string' }, show: boolean, twice: boolean, write: boolean },
}).values
if (write && only !== undefined) throw new Error('--write needs all clients: leave out --only.')

/** Milliseconds that a client is given for an attempt. */
const timeout = 1_500
/** Processes at the same time: most of them wait. */
const lanes = 3

const took = stopwatch()
const names = only?.split(',') ?? (await namesOfClients())

type Server = Awaited<ReturnType<typeof startFarSide>>
type Client = ReturnType<typeof startClient>
const problems: string[] = []
const [rows, again] = await inFolder('compare', async (folder) => {
  const certificates = await makeCertificates(folder)
  const node = await prepare(folder)
  const server = await startFarSide(tlsPorts(certificates))
  const run = (): Promise<Compared[][]> =>
    inLanes(lanes, [...names, ...controls], (name) => {
      const client = startClient(name, folder, node, certificates.authority)
      return playAll(client, server).finally(client.stop)
    })
  try {
    const first = (await run()).flat()
    return [first, twice ? (await run()).flat() : []] as const
  } finally {
    await server.stop()
  }
})

/** The rows of one client: each fault in turn. */
async function playAll(client: Client, server: Server): Promise<Compared[]> {
  const { rows: settings, packages } = await client.hello
  const version = await versionsOf(packages)
  const rows: Compared[] = []
  for (const row of Object.keys(settings)) {
    for (const fault of sound) problems.push(...unsound(await playOne(client, row, fault, server)))
    const cells: Cell[] = []
    for (const fault of faults) cells.push(await playOne(client, row, fault, server))
    rows.push({ row, version, cells })
    console.error(`${row} after ${took()}`)
  }
  return rows
}

/** Puts up a fault behind an origin of its own, so that no connection is shared between cells. */
async function playOne(client: Client, row: string, fault: Fault, server: Server): Promise<Cell> {
  const { acts, before, origin, reused = false, tls } = fault
  const { script } = contextOf({ sdk, control: server.url })
  const { path, arrivals } = await script(...(reused ? [{}, ...acts] : acts))
  const port = tls === undefined ? Number(new URL(server.url).port) : (server.ports[tls] ?? 0)
  const place = await placeBefore(port, before)
  const scheme = tls === undefined ? 'http' : 'https'
  const baseUrl = (origin ?? `${scheme}://127.0.0.1:${place.port}`) + path
  const body = { ...conversion, ref_id: crypto.randomUUID() }
  const reply = await client.make({ row, baseUrl, body, timeout, reused }).finally(place.stop)
  // What was given up may still arrive.
  const isAnswered = reply.settled === 'resolved' || Boolean(reply.status)
  await sleep(isAnswered && !isUnsent(fault) ? 20 : 300)
  const { done } = await arrivals()
  // Without the conversion that made the connection.
  return { row, fault, reply, said: saidBy(reply), done: done - (reused ? 1 : 0) }
}

for (const control of controls) {
  const cells = rows.find(({ row }) => row === control)?.cells ?? []
  const missed = passed(control, faults, cells)
  if (missed.length > 0) problems.push(`The control ${control} passed: ${missed.join('; ')}.`)
}
const stated = rows.flatMap((row) => row.cells.map(sentenceOf))
for (const sentence of again.flatMap((row) => row.cells.map(sentenceOf)))
  if (!stated.includes(sentence)) problems.push(`In the second run alone: ${sentence}.`)
const shown = rows.filter(({ row }) => !controls.includes(row))
const cells = shown.flatMap((row) => row.cells)
const tables = [clientTable(rows), faultTable(faults, cells)].join('\n\n')
const traces = cells.map((cell) => `${sentenceOf(cell)} (${cell.reply.what})`)
console.log(show ? traces.join('\n') : tables)
for (const problem of problems) console.error(problem)
console.error(took())
if (problems.length > 0) process.exitCode = 1
else if (write)
  await recordIn('openapi/guides/compared.md', 'compare').keep(`On ${today()}.\n\n${tables}`)
