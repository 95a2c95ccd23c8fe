/** The process of the clients: makes a conversion by each of them into each fault, and tells what came of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import * as sdk from '../../src/index.js'
import { placeBefore } from '../../test/network/connections.js'
import { contextOf } from '../../test/network/script.js'
import { conversion } from '../../test/network/sent.js'
import { inLanes } from '../../test/support/runs.js'
import { step } from '../lib/step.js'
import { type Fault, faults, isUnsent, sound } from './faults.js'
import type { Cell, Statement } from './verify.js'

/** What each file of clients/ exports; its default makes a function that converts, or throws. */
interface Client {
  readonly default: (setting: object) => (body: object) => Promise<unknown>
  readonly rows?: Readonly<Record<string, object>>
  /** What the error states of the outcome. */
  readonly says?: (error: unknown) => Statement | undefined
}

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
  if (reused) await convert({ ...body, ref_id: crypto.randomUUID() })
  const call = convert(body).then(
    (data) => ({ status: 200, statement: 'ok' as const, what: JSON.stringify(data ?? null) }),
    (error: unknown) => {
      const status = statusOf(error ?? {})
      // The rule for every client alike: its own word, else by RFC 9110, section 15.5, a 4xx says that it was refused.
      const ofStatus = status >= 400 && status < 500 ? 'refused' : 'error'
      return { status, statement: says?.(error) ?? ofStatus, what: String(error) } as const
    },
  )
  const { status, statement, what } = await call.finally(place.stop)
  // What was given up may still arrive.
  await sleep(status > 0 && !isUnsent(fault) ? 20 : 300)
  const { done } = await arrivals()
  // Without the conversion that made the connection.
  return { fault, statement, what: short(what), done: done - (reused ? 1 : 0) }
}

const played = await inLanes(lanes, names, async (name) => {
  step(`Making a conversion by ${name} into each fault`)
  const file = new URL(`${name}.mjs`, import.meta.url).href
  const client = (await import(file)) as Client
  const cells: Cell[] = []
  for (const [row, setting] of Object.entries(client.rows ?? { [name]: {} }))
    for (const fault of [...sound, ...faults])
      cells.push({ row, ...(await playOne(client, setting, fault)) })
  return cells
})
process.send?.(played.flat())
