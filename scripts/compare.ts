/**
 * Makes one conversion by each client into each fault, and compares what the client says of it with the serverLog of the
 * far side. `--only fetch,axios` chooses clients, words choose faults, `--show axios reset` prints the traces of cells,
 * `--adapter ./mine.mjs` tries a client of your own, `--twice` has to find each cell again in a second run, and `--write`
 * puts the tables into the guide. It fails where a control passes, or a client is wrong where nothing fails.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { doorsWith } from '../test/network/doors.js'
import { type FaultRow, faults, sound } from '../test/network/faults.js'
import { startFarSide } from '../test/network/process.js'
import { makeCertificates } from '../test/support/certificates.js'
import { choose, conclude, inFolder, inLanes, stopwatch } from '../test/support/runs.js'
import { ClientProcess } from './compare/client-process.js'
import { type FarSide, stageOf } from './compare/far-side.js'
import { type Cell, controls, isUnsent, judge, passed, unsound } from './compare/judge.js'
import { filesIn, prepare, type Prepared, readVersions } from './compare/prepare.js'
import type { Hello } from './compare/protocol.js'
import { cellTable, clientTable, type Compared, faultTable, traceOf } from './compare/table.js'
import { type Example, readFirstExamples } from './lib/examples.js'
import { recordIn, tidied, today } from './lib/record.js'

import './lib/plain-errors.js'

const boolean = { type: 'boolean', default: false } as const
const string = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: string, show: string, adapter: string, twice: boolean, write: boolean },
})
const { show, only = show, adapter, twice, write } = values
if (write && (only ?? adapter ?? positionals[0]) !== undefined)
  throw new Error('--write needs all clients and all faults: leave out the rest.')

/** Milliseconds that a client is given for an attempt, and for which a process stands still. */
const [timeout, still] = [1_500, 2_300]
/** Processes at the same time: most of them wait. */
const lanes = 3

const took = stopwatch()
// Finer forms tell no two clients apart.
const main = faults.filter((fault) => !fault.finer)
const chosen = choose(main, positionals, ({ name }) => name, 'some')
const [example] = (await readFirstExamples()).filter(
  ({ operationId }) => operationId === 'createStablecoinConversion',
) as [Example]
const clients = await filesIn('clients')
if (adapter !== undefined) clients.set('mine', adapter)
const names = only?.split(',') ?? (adapter === undefined ? [...clients.keys()] : ['mine'])
const files = new Map<string, string>()
for (const name of names) {
  const file = clients.get(name)
  if (file === undefined)
    throw new Error(`${name} is none of the clients: ${[...clients.keys()].join(', ')}.`)
  files.set(name, file)
}
if (show === undefined) for (const [name, file] of await filesIn('controls')) files.set(name, file)

const problems: string[] = []
const { rows, again, isWhole } = await inFolder('compare', async (folder) => {
  const certificates = await makeCertificates(folder)
  const present = await prepare(files, folder)
  const server = await startFarSide(doorsWith(certificates))
  const { authority } = certificates
  const play = async () =>
    (await inLanes(lanes, present, (each) => playAll(each, server, authority))).flat()
  try {
    const isWhole = present.length === files.size
    return { isWhole, rows: await play(), again: twice ? await play() : [] }
  } finally {
    await server.stop()
  }
})

/** The rows of one client: each fault in turn. */
async function playAll({ name, command }: Prepared, far: FarSide, authority: string) {
  const trusted = { NODE_EXTRA_CA_CERTS: authority, SSL_CERT_FILE: authority }
  const client = new ClientProcess(command, trusted)
  const rows: Compared[] = []
  try {
    const { rows: settings, packages = [], version, without = [] } = await client.read<Hello>()
    const versions = await readVersions()
    const versioned = packages.map((each) => `${each} ${versions[each] ?? ''}`).join(', ')
    for (const [row, { http2 = false }] of Object.entries(settings)) {
      const make = (fault: FaultRow) => playOne(client, row, fault, far, http2)
      for (const fault of sound) problems.push(...unsound(await make(fault)))
      const cells: Cell[] = []
      for (const fault of chosen) {
        const canFreeze = fault.before !== 'holds' || process.platform === 'linux'
        const isPossible = canFreeze && (!fault.overHttp2 || http2)
        if (isPossible && !without.includes(fault.name)) cells.push(await make(fault))
      }
      rows.push({ row, version: versioned || version, cells })
      console.error(`${row}: ${cells.length} cells after ${took()}`)
    }
  } catch (cause) {
    throw new Error(`${name}: ${(cause as Error).message}`, { cause })
  } finally {
    client.stop()
  }
  return rows
}

async function playOne(
  ...[client, row, fault, far, http2]: [ClientProcess, string, FaultRow, FarSide, boolean]
): Promise<Cell> {
  const { baseUrl, body, serverLog, stop, ...stage } = await stageOf(fault, far, example, http2)
  const { held, release } = stage.held
  const { reused = false, blocked = false } = fault
  try {
    const job = { row, baseUrl, body, timeout, reused, blocked: blocked ? still : 0 }
    const making = client.make(job)
    if (release !== undefined) {
      await Promise.race([held, making])
      await client.freeze(still, release)
    }
    const reply = await making
    // What was given up may still arrive.
    const isAnswered = reply.settled === 'resolved' || Boolean(reply.status)
    await sleep(isAnswered && !isUnsent(fault) ? 20 : 300)
    return judge({ row, fault, reply, arrivals: await serverLog() })
  } finally {
    await stop()
  }
}

const stated = (cell?: Cell) => `${cell?.said ?? 'nothing'}, carried out ${cell?.done ?? 0} times`
for (const control of show === undefined ? controls : []) {
  const cells = rows.find(({ row }) => row === control)?.cells ?? []
  const missed = passed(control, chosen, cells)
  if (missed.length > 0) problems.push(`The control ${control} passed: ${missed.join(', ')}.`)
}
for (const [at, { row, cells }] of rows.entries())
  for (const [number, cell] of (again[at]?.cells ?? []).entries()) {
    const [one, other] = [cells[number], cell].map(stated)
    if (one !== other) problems.push(`${row}, ${cell.fault.name}: ${one}; then ${other}.`)
  }
const shown = rows.filter(({ row }) => !controls.includes(row))
const tables = [clientTable(rows), cellTable(shown), faultTable(chosen, shown)].join('\n\n')
if (show === undefined) console.log(await tidied(tables))
else for (const cell of rows.flatMap(({ cells }) => cells)) console.log(`${traceOf(cell)}\n`)
if (write && !isWhole) problems.push('Nothing is written, since clients were skipped.')
for (const problem of problems) console.error(problem)
console.error(took())
if (write && problems.length === 0)
  await recordIn('openapi/guides/compared.md', 'compare').keep(`On ${today()}.\n\n${tables}`)
conclude(problems.length > 0, !isWhole)
