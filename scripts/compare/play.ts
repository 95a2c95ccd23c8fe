/** The process of the clients: makes a conversion by each of them into each fault, and tells what came of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import * as sdk from '../../src/index.js'
import { placeBefore } from '../../test/network/connections.js'
import { contextOf } from '../../test/network/script.js'
import { conversion } from '../../test/network/sent.js'
import { inLanes, stopwatch } from '../../test/support/runs.js'
import { type Fault, faults, isUnsent, sound } from './faults.js'
import type { Played, Reply } from './verify.js'

/** What each file of clients/ exports; its default makes a function that converts, or throws. */
interface Client {
  readonly default: (setting: object) => (body: object) => Promise<unknown>
  readonly rows?: Readonly<Record<string, object>>
  readonly says?: (error: unknown) => Reply['says']
}

/** What is to be played, and where the server is. */
export interface Task {
  readonly names: readonly string[]
  readonly url: string
  readonly ports: Readonly<Record<string, number>>
}

interface Failure {
  readonly status?: unknown
  readonly statusCode?: unknown
  readonly response?: Failure
}

/** Milliseconds that a client is given for an attempt, by its own setting or a signal. */
const timeout = 1_500
/** Clients at the same time: most of them wait. */
const lanes = 3

const { names, url, ports } = JSON.parse(process.argv[2] ?? '') as Task
const took = stopwatch()

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 200)

/** The status that an error carries, wherever its client keeps it. */
const statusOf = ({ status, statusCode, response }: Failure): number =>
  Number(status ?? statusCode ?? response?.status ?? response?.statusCode) || 0

/** Puts up a fault behind an origin of its own, so that no connection is shared with others. */
async function playOne({ default: connect, says }: Client, setting: object, fault: Fault) {
  const { acts, before, origin, reused = false, tls } = fault
  const { path, arrivals } = await contextOf({ sdk, control: url }).script(
    ...(reused ? [{}, ...acts] : acts),
  )
  const place = await placeBefore(Number(tls ? ports[tls] : new URL(url).port), before)
  const baseUrl = (origin ?? `${tls ? 'https' : 'http'}://127.0.0.1:${place.port}`) + path
  const body = { ...conversion, ref_id: crypto.randomUUID() }
  const convert = connect({ ...setting, baseUrl, timeout })
  if (reused) await convert(body)
  const call = convert(body).then(
    (data): Reply => ({ isResolved: true, what: short(JSON.stringify(data ?? null)) }),
    (error: unknown): Reply => ({
      isResolved: false,
      status: statusOf((error ?? {}) as Failure),
      says: says?.(error),
      what: short(String(error)),
    }),
  )
  const reply = await call.finally(place.stop)
  // What was given up may still arrive.
  const isAnswered = reply.isResolved || Boolean(reply.status)
  await sleep(isAnswered && !isUnsent(fault) ? 20 : 300)
  const { done } = await arrivals()
  // Without the conversion that made the connection.
  return { fault: fault.name, reply, done: done - (reused ? 1 : 0) }
}

const played = await inLanes(lanes, names, async (name) => {
  const file = new URL(`${name}.mjs`, import.meta.url).href
  const client = (await import(file)) as Client
  const cells: Played[] = []
  for (const [row, setting] of Object.entries(client.rows ?? { [name]: {} })) {
    for (const fault of [...sound, ...faults])
      cells.push({ row, ...(await playOne(client, setting, fault)) })
    console.error(`${row} after ${took()}`)
  }
  return cells
})
process.send?.(played.flat())
