import { type Held, holdAnswers, holdByte, holdConnection, holdName, holdOff } from './held.js'
import type { HeldCall } from './plan.js'

/** Ports of the service, plain and behind TLS. */
export interface Ports {
  readonly plain: number
  readonly secured: number
}

/** How a call is held in a phase, and what its program is told of it. */
export interface Phase {
  readonly hold: (ports: Ports) => Promise<Held>
  readonly told: (port: number, ports: Ports) => Partial<HeldCall>
}

const at = (port: number) => ({ baseUrl: `http://127.0.0.1:${port}` })

export const phases: Readonly<Record<string, Phase>> = {
  'while a token is asked for': {
    hold: ({ plain }) => holdAnswers(plain),
    told: (port) => ({ tokenUrl: `${at(port).baseUrl}/oauth2/token` }),
  },
  'once it is recorded': { hold: holdByte, told: (port) => ({ recorded: port }) },
  resolving: {
    hold: holdName,
    told: (_, { plain }) => ({ baseUrl: `http://held.localhost:${plain}` }),
  },
  connecting: { hold: ({ plain }) => holdConnection(plain), told: at },
  'in the TLS handshake': {
    hold: ({ secured }) => holdAnswers(secured),
    told: (port) => ({ baseUrl: `https://localhost:${port}` }),
  },
  'before its first byte': {
    hold: ({ plain }) => holdAnswers(plain),
    told: (port) => ({ ...at(port), queued: true }),
  },
  'after it was sent': { hold: ({ plain }) => holdAnswers(plain), told: at },
  'while it waits after 429': { hold: ({ plain }) => holdOff(plain, 2), told: at },
}
