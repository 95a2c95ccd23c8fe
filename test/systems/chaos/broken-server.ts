import { listen } from '../../support/listen.js'
import { freePort } from '../../support/processes.js'
import { startBackend } from './backend.js'
import type { Family } from './family.js'

/** How often each behaviour is met; those that end by a timeout are rare, because they take long. */
const weights = {
  'reset-before': 12,
  'close-before': 12,
  'reset-after': 20,
  'close-after': 20,
  'close-behind': 20,
  'cut-length': 10,
  'cut-length-reset': 10,
  'cut-chunked': 10,
  'cut-chunked-reset': 10,
  garbage: 8,
  'half-a-head': 8,
  continue: 8,
  hints: 8,
  'hints-cut': 8,
  trailers: 8,
  misdirected: 10,
  conflict: 8,
  busy: 6,
  unavailable: 8,
  hang: 1,
}

/** A server over HTTP/1.1 that breaks, with nothing between it and the client. */
export const brokenServer: Family = {
  name: 'a broken server',
  speaks: { http1: true, http2: false },
  start: async ({ ledger, keep }) => {
    const backend = keep(await startBackend(ledger))
    // One of its own: whatever its answers meet, they are successes.
    const crossed = keep(await startBackend(ledger))
    const impatient = keep(await listen((socket) => socket.resetAndDestroy()))
    const refuses = await freePort()
    const twice = 'answers-twice'
    return [
      ...Object.entries(weights).map(([name, weight]) => {
        return { name, url: `${backend.url}/${name}`, weight }
      }),
      { name: twice, url: `${crossed.url}/${twice}`, weight: 20, conversionsOnly: true },
      { name: 'a-port-that-refuses', url: `http://127.0.0.1:${refuses}/ok`, weight: 8 },
      // A name with several addresses, all of which refuse.
      { name: 'two-addresses-that-refuse', url: `http://localhost:${refuses}/ok`, weight: 8 },
      { name: 'reset-when-accepted', url: `${impatient.url}/ok`, weight: 4 },
    ]
  },
}
