import * as sdk from '../../src/index.js'
import type { Act } from '../../test/network/act.js'
import type { FaultRow } from '../../test/network/faults.js'
import { placeBefore } from '../../test/network/places.js'
import { contextOf } from '../../test/network/script.js'
import type { Example } from '../lib/examples.js'

/** Where the far side is. */
export interface FarSide {
  readonly url: string
  readonly ports: Readonly<Record<string, number>>
}

/** A request as the far side has it in its serverLog. */
export interface Arrival {
  readonly at: number
  readonly isWhole: boolean
  readonly act: Act
}

let conversions = 0

/** Puts up a fault behind an origin of its own, so that no connection is shared between cells, with its serverLog. */
export async function stageOf(
  { acts, before, reused, ...fault }: FaultRow,
  { url, ports }: FarSide,
  { body, response }: Example,
  overHttp2: boolean,
) {
  const ref_id = `compared-${++conversions}`
  const success = JSON.stringify({ ...(response as object), ref_id })
  const due = reused ? [{}, ...acts] : acts
  const { path, seen } = await contextOf({ sdk, control: url, collected: [], success }).script(
    ...due,
  )
  const door = fault.door ?? (overHttp2 && before === undefined ? 'HTTP/2' : undefined)
  const target = door === undefined ? Number(new URL(url).port) : (ports[door] ?? 0)
  const place = await placeBefore(target, before)
  const scheme = door === undefined ? 'http' : 'https'
  const serverLog = async (): Promise<Arrival[]> => {
    const arrivals = (await seen()).map(({ at, body }, number) => {
      const act = due[Math.min(number, due.length - 1)] ?? {}
      return { at, isWhole: body !== '', act }
    })
    // Without the conversion that made the connection.
    return arrivals.slice(reused ? 1 : 0)
  }
  return {
    baseUrl: (fault.origin ?? `${scheme}://127.0.0.1:${place.port}`) + path,
    body: { ...(body as object), ref_id },
    held: place,
    serverLog,
    stop: place.stop,
  }
}
