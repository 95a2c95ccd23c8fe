import { listen } from '../../support/listen.js'

/** A server that resets each connection once a request is there, and is gone when it has seen one. */
export async function departing(): Promise<{ url: string; seen: () => number; stop: () => void }> {
  let seen = 0
  const server = await listen((socket) => {
    socket.once('data', () => {
      seen++
      socket.resetAndDestroy()
      server.stop()
    })
  })
  return { url: server.url, seen: () => seen, stop: server.stop }
}

const ciphers = 'PSK-AES128-GCM-SHA256'
const psk = Buffer.alloc(16, 7)

/** TLS by a key that both sides have: it needs no certificate, and so no tool that makes one. */
export const sharedKey = {
  server: { ciphers, maxVersion: 'TLSv1.2', pskCallback: () => psk } as const,
  client: {
    ciphers,
    maxVersion: 'TLSv1.2',
    pskCallback: () => ({ psk, identity: 'test' }),
    checkServerIdentity: () => undefined,
  } as const,
}
