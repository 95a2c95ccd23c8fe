import { printable } from '../../src/shared/redact.js'
import { prismVersion } from './check-request.js'
import { help, readOptions } from './options.js'
import { type Entry, startMock } from './server.js'
import { mockClient } from './token-server.js'

/** Serves until it is stopped. */
export async function runMock(command: string): Promise<void> {
  try {
    const options = await readOptions(process.argv.slice(2))
    if (options.help) {
      console.log(help(command, options.provider))
      return
    }
    const print = (entry: object): void => {
      console.log(JSON.stringify({ time: new Date().toISOString(), ...entry }))
    }
    const printRefusal = ({ method, path, status, reason }: Entry): void => {
      if (status !== undefined && reason !== undefined)
        console.error(printable(`${method} ${path} was refused with ${status}: ${reason}`))
    }
    const { url, tokenUrl } = await startMock({
      ...options,
      onRepeat: ({ operation, field, refId, times }) => {
        const reference = printable(JSON.stringify(refId), 100)
        console.error(
          `${operation} was carried out ${times} times for the ${field} ${reference}. Look a call up before you send it again.`,
        )
      },
      onEnd: options.json ? print : printRefusal,
    })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
    // If a request breaks one of the libraries, the mock goes on and answers the next one.
    process.on('uncaughtException', ({ stack }) => {
      console.error(stack)
    })
    const { id, secret } = options.clients?.[0] ?? mockClient
    const ways = `The mock is at ${url}. Tokens for ${id}, whose secret is ${secret}, are at ${tokenUrl}. Prism ${prismVersion} checks each request.`
    if (options.json) print({ url, tokenUrl, prism: prismVersion })
    else console.log(ways)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
