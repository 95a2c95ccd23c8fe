import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen, type Listening } from '../support/listen.js'
import { relay } from '../support/relay.js'
import { type Held, holdAnswers } from '../systems/crash/held.js'
import type { Before } from './faults.js'
import { gatewayHeader } from './server.js'

/** A port of loopback. */
export type Place = Partial<Held> & Pick<Held, 'port' | 'stop'>

/** Puts up what stands before a port of the far side: a relay, if nothing else. */
export function placeBefore(target: number, before: Before = 'relay'): Promise<Place> {
  if (typeof before === 'string') return places[before](target)
  return listen((client) => void relay(client, target, before))
}

const places: Readonly<Record<Extract<Before, string>, (target: number) => Promise<Place>>> = {
  relay: (target) =>
    listen((client) => {
      const { upstream } = relay(client, target, { keepOpen: true })
      // A reset takes away what was not read yet.
      upstream.on('error', () => setTimeout(() => client.resetAndDestroy(), 250))
      upstream.on('close', (wasReset) => wasReset || client.end())
    }),
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
      const { method = '', url = '' } = request
      const headers = { [gatewayHeader]: randomUUID() }
      const pass = (): Promise<Response> =>
        fetch(`http://127.0.0.1:${target}${url}`, { method, body, headers })
      const answer = await pass().catch(pass)
      const type = { 'Content-Type': 'application/json' }
      response.writeHead(answer.status, type).end(await answer.text())
    })
  })
  return listen(server)
}
