import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import * as sdk from '../../src/index.js'
import { listen, type Listening } from '../../test/support/listen.js'
import { freePort } from '../../test/support/processes.js'
import { relay } from '../../test/support/relay.js'
import { type Held, holdAnswers } from '../../test/systems/crash/held.js'
import { contextOf } from '../../test/systems/faults/script.js'
import type { Example } from '../lib/examples.js'
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

let conversions = 0

/** Puts up a fault behind an origin of its own, so that no connection is shared between cells, with its ledger. */
export async function stageOf(
  { acts, before, reused, ...fault }: Fault,
  { url, ports }: FarSide,
  { body, response }: Example,
  overHttp2: boolean,
) {
  const ref_id = `compared-${++conversions}`
  const answer = JSON.stringify({ ...(response as object), ref_id })
  const steps = acts.map(({ answers, ...step }) => ({ ...step, ...(answers && { body: answer }) }))
  const { path, seen } = await contextOf({ sdk, control: url, collected: [] }).script(...steps)
  const door = fault.door ?? (overHttp2 && before === undefined ? 'HTTP/2' : undefined)
  const target = door === undefined ? Number(new URL(url).port) : (ports[door] ?? 0)
  const place = await places[before ?? 'relay'](target)
  const scheme = door === undefined ? 'http' : 'https'
  const ledger = async (): Promise<Arrival[]> => {
    const arrivals = (await seen()).map(({ at, body }, number) => {
      const act = acts[Math.min(number, acts.length - 1)] ?? {}
      return { at, isWhole: body !== '', act }
    })
    // Without the conversion that made the connection.
    return arrivals.slice(reused ? 1 : 0)
  }
  return {
    baseUrl: (place.name ?? `${scheme}://127.0.0.1:${place.port}`) + path,
    body: { ...(body as object), ref_id },
    held: place,
    ledger,
    stop: place.stop,
  }
}

/** A port of loopback, or an origin by its name. */
type Place = Partial<Held> & { readonly port: number; readonly name?: string; stop: () => unknown }

const nothing = (): void => undefined

/** What stands before a port of the far side. */
const places: Readonly<
  Record<NonNullable<Fault['before']> | 'relay', (target: number) => Promise<Place>>
> = {
  relay: (target) =>
    listen((client) => {
      const { upstream } = relay(client, target, { keepOpen: true })
      // A reset takes away what was not read yet.
      upstream.on('error', () => setTimeout(() => client.resetAndDestroy(), 250))
      upstream.on('close', (wasReset) => wasReset || client.end())
    }),
  nobody: async () => ({ port: await freePort(), stop: nothing }),
  'no name': () => Promise.resolve({ port: 443, name: 'https://name.invalid', stop: nothing }),
  resets: () =>
    listen((client) => {
      setTimeout(() => client.resetAndDestroy(), 250)
    }),
  holds: holdAnswers,
  gateway: startGateway,
}

/** A gateway that sends a request again where its connection ended. */
function startGateway(target: number): Promise<Listening> {
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const url = `http://127.0.0.1:${target}${request.url ?? ''}`
      const pass = (): Promise<Response> => fetch(url, { method: 'POST', body })
      const answer = await pass().catch(pass)
      const type = { 'Content-Type': 'application/json' }
      response.writeHead(answer.status, type).end(await answer.text())
    })
  })
  return listen(server)
}
