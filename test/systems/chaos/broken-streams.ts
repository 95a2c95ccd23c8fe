import { createSecureServer, type ServerHttp2Stream } from 'node:http2'
import { buffer } from 'node:stream/consumers'
import { listen } from '../../support/listen.js'
import { isSpared, readCall } from './backend.js'
import type { Family, Site } from './family.js'
import { type Fault, faults, succeed } from './stream-faults.js'

async function serve(fault: Fault, name: string, site: Site) {
  const settings = name === 'one-stream-at-a-time' ? { maxConcurrentStreams: 1 } : {}
  const server = createSecureServer({ ...site.certificates.good, settings })
  const take = async (stream: ServerHttp2Stream): Promise<void> => {
    const { key, body } = readCall((await buffer(stream)).toString())
    const entry = site.ledger.of(key)
    entry.seen++
    const { session } = stream
    if (session === undefined) return
    const refuse = (status: number): void => {
      entry.refused++
      stream.respond({ ':status': status }, { endStream: true })
    }
    const carryOut = (): void => {
      entry.done++
    }
    const play = isSpared(key) ? succeed : fault
    await play({ stream, session, body, carryOut, refuse })
  }
  server.on('stream', (stream) => {
    stream.on('error', () => undefined)
    // A fault of another call on the same connection ends this call too.
    take(stream).catch(() => stream.destroy())
  })
  return site.keep(await listen(server))
}

/** A server over HTTP/2 that breaks streams and connections. Each fault has one of its own, so that none hides another. */
export const brokenStreams: Family = {
  name: 'broken streams',
  speaks: { http1: false, http2: true },
  // With all of them in one process, Node 22 and 24 with undici 8 often hung.
  apart: true,
  start: (site) =>
    Promise.all(
      Object.entries(faults).map(async ([name, [weight, fault]]) => {
        const { url } = await serve(fault, name, site)
        return { name, url, weight }
      }),
    ),
}
