import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as sdk from '../../src/index.js'
import { listen, type Listening } from '../../test/support/listen.js'
import { freePort } from '../../test/support/processes.js'
import { relay } from '../../test/support/relay.js'
import { type Held, holdAnswers } from '../../test/systems/crash/held.js'
import { contextOf } from '../../test/systems/faults/script.js'
import type { Seen } from '../../test/systems/faults/step.js'
import { type Example } from '../lib/examples.js'
import type { Act, Fault } from './faults.js'

/** The fault server. */
export interface FarSide {
  readonly url: string
  readonly ports: Readonly<Record<string, number>>
}

/** A request as the far side has it in its ledger. */
export interface Arrival {
  readonly at: number
  readonly isWhole: boolean
  readonly act: Act
}

/** The far side as one cell meets it. */
export interface Stage {
  readonly baseUrl: string
  readonly body: object
  readonly held?: Held
  /** What arrived, without the conversion that made the connection. */
  readonly ledger: () => Promise<readonly Arrival[]>
  readonly stop: () => unknown
}

let conversions = 0

/** Puts up a fault behind an origin of its own, so that no connection is shared between cells. */
export async function stageOf(
  { acts = [], before, reused, ...fault }: Fault,
  { url, ports }: FarSide,
  { body, response }: Example,
  overHttp2: boolean,
): Promise<Stage> {
  const refId = `compared-${++conversions}`
  const answer = JSON.stringify({ ...(response as object), ref_id: refId })
  const steps = acts.map(({ answers, ...step }) => ({ ...step, ...(answers && { body: answer }) }))
  const { script } = contextOf({ sdk, control: url, collected: [] })
  const { path, seen } = await script(...steps)
  const door = fault.door ?? (overHttp2 && before === undefined ? 'HTTP/2' : undefined)
  const target = door === undefined ? Number(new URL(url).port) : (ports[door] ?? 0)
  const place = await places[before ?? 'relay'](target)
  const origin = place.url ?? `${door === undefined ? 'http' : 'https'}://127.0.0.1:${place.port}`
  const ledger = async (): Promise<readonly Arrival[]> => {
    const all = await seen()
    const arrived = all.map((request: Seen, at) => ({
      at: request.at,
      isWhole: request.body !== '',
      act: acts[Math.min(at, acts.length - 1)] ?? {},
    }))
    return arrived.slice(reused ? 1 : 0)
  }
  return {
    baseUrl: origin + path,
    body: { ...(body as object), ref_id: refId },
    ...(isHeld(place) && { held: place }),
    ...{ ledger, stop: place.stop },
  }
}

/** An origin, or a port of loopback. */
type Place = Partial<Held> & Partial<Pick<Listening, 'port' | 'url'>> & Pick<Held, 'stop'>

const isHeld = (place: Place): place is Held => place.release !== undefined

/** What stands before a port of the far side. */
const places: Readonly<
  Record<NonNullable<Fault['before']> | 'relay', (target: number) => Promise<Place>>
> = {
  relay: async (target) => {
    const { port, stop } = await listen((client) => {
      relay(client, target).upstream.on('error', () => client.resetAndDestroy())
    })
    return { port, stop }
  },
  nobody: async () => ({ port: await freePort(), stop: () => undefined }),
  'no name': () => Promise.resolve({ url: 'https://name.invalid', stop: () => undefined }),
  resets: async () => {
    const { port, stop } = await listen((client) => client.resetAndDestroy())
    return { port, stop }
  },
  holds: holdAnswers,
  gateway: (target) =>
    listen(
      createServer((request, response) => {
        const pass = async (): Promise<Response> => {
          const headers = { 'Content-Type': request.headers['content-type'] ?? '' }
          return fetch(`http://127.0.0.1:${target}${request.url ?? ''}`, {
            method: 'POST',
            headers,
            body,
          })
        }
        let body = ''
        void buffer(request).then(async (whole) => {
          body = whole.toString()
          const answer = await pass().catch(pass)
          response
            .writeHead(answer.status, { 'Content-Type': 'application/json' })
            .end(await answer.text())
        })
      }),
    ),
}
