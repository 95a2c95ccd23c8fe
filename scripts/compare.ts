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
import { type Cell, controls, isSound, passed, saidBy, sentenceOf } from './compare/judge.js'
import { namesOfClients, prepare, versions } from './compare/prepare.js'
import { clientTable, faultTable } from './compare/table.js'
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
const [cells, again] = await inFolder('compare', async (folder) => {
  const certificates = await makeCertificates(folder)
  const node = await prepare(folder)
  const server = await startFarSide(tlsPorts(certificates))
  const run = async (): Promise<Cell[]> => {
    const played = await inLanes(lanes, [...names, ...controls], (name) => {
      const client = startClient(name, folder, node, certificates.authority)
      return playAll(client, server).finally(client.stop)
    })
    return played.flat()
  }
  try {
    return [await run(), twice ? await run() : []]
  } finally {
    await server.stop()
  }
})

/** Each row of a client in each fault, in turn. */
async function playAll(client: Client, server: Server): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const row of await client.rows) {
    for (const fault of sound) {
      const cell = await playOne(client, row, fault, server)
      if (!isSound(cell)) problems.push(`It does not work: ${sentenceOf(cell)}.`)
    }
    for (const fault of faults) cells.push(await playOne(client, row, fault, server))
    console.error(`${row} after ${took()}`)
  }
  return cells
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

problems.push(...passed(faults, cells))
const foundAgain = (one: Cell): boolean =>
  cells.some(
    ({ row, fault, said, done }) =>
      row === one.row && fault === one.fault && said === one.said && done === one.done,
  )
for (const cell of again)
  if (!foundAgain(cell)) problems.push(`In the second run alone: ${sentenceOf(cell)}.`)
const shown = cells.filter(({ row }) => !controls.includes(row))
const tables = `${clientTable(cells)}\n\n${faultTable(faults, shown)}`
console.log(show ? shown.map(sentenceOf).join('\n') : tables)
for (const problem of problems) console.error(problem)
console.error(took())
if (problems.length > 0) process.exitCode = 1
else if (write) {
  const text = `On ${today()}, with ${versions}.\n\n${tables}`
  await recordIn('openapi/guides/compared.md', 'compare').keep(text)
}
