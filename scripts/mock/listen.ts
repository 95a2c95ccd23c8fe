import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'

/** The address under which a program on the same machine finds a server that listens on all addresses. */
const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Listens on a port, which can be closed for a while. @throws Error in one sentence */
export async function listen(server: Server, port: number, host: string) {
  const open = async (at: number): Promise<void> => {
    server.listen(at, host)
    await once(server, 'listening').catch((error: unknown) => {
      throw new Error(sentence(error as NodeJS.ErrnoException, at, host))
    })
  }
  await open(port)
  const { port: ownPort } = server.address() as AddressInfo
  const shown = everywhere[host] ?? host
  let reopening: NodeJS.Timeout | undefined
  return {
    url: `http://${isIPv6(shown) ? `[${shown}]` : shown}:${ownPort}`,
    /** Refuses connections for a while, and ends idle ones. */
    closeFor: (milliseconds: number | undefined): void => {
      server.close()
      clearTimeout(reopening)
      // Another program may have taken the port meanwhile, so this tries again until it is free.
      const reopen = (): void => {
        open(ownPort).catch(() => (reopening = setTimeout(reopen, 1_000)))
      }
      reopening = setTimeout(reopen, milliseconds)
    },
    stop: async (): Promise<void> => {
      clearTimeout(reopening)
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sentence({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Choose another with --port.`
  if (code === 'EACCES')
    return `Port ${port} needs administrator rights. Choose another with --port.`
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL' || code === 'EAI_AGAIN')
    return `${host} is not an address of this machine. Choose another with --host.`
  return `The mock cannot listen: ${message}`
}
