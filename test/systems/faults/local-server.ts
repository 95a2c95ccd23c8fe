import { once } from 'node:events'
import { type AddressInfo, Server, type Socket, createServer } from 'node:net'

/** Starts a server on loopback, or one that does with each connection what it is told. */
export async function listening(
  what: Server | ((socket: Socket) => void),
  scheme = 'http',
): Promise<{ url: string; port: number; close: () => void }> {
  const server =
    what instanceof Server
      ? what
      : createServer((socket) => {
          socket.on('error', () => undefined)
          what(socket)
        })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `${scheme}://127.0.0.1:${port}`, port, close: () => void server.close() }
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
