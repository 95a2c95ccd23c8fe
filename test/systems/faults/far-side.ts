import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Seen } from './step.js'

const program = `
const { parentPort, workerData } = require('node:worker_threads')
const server = require('node:https').createServer(
  { ...workerData, pskCallback: () => Buffer.alloc(16, 7) },
  (request, response) => {
    seen++
    request.resume().on('end', () => response.end('{"id":"1"}'))
  },
)
let seen = 0
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
parentPort.on('message', () => parentPort.postMessage(seen))
`

/**
 * Starts a TLS server in a thread of its own, which goes on while the loop of this one stands still. Its settings are
 * those of the shared key without its function, which no thread takes.
 */
export async function startFarSide(settings: object) {
  const plain = Object.entries(settings).filter(([, value]) => typeof value !== 'function')
  const worker = new Worker(program, { eval: true, workerData: Object.fromEntries(plain) })
  const [port] = (await once(worker, 'message')) as [number]
  const seen = async (): Promise<number> => {
    const answered = once(worker, 'message')
    worker.postMessage('how many')
    return ((await answered) as [number])[0]
  }
  return { url: `https://127.0.0.1:${port}`, seen, stop: () => worker.terminate() }
}

/** How often the fault server saw a script's requests. */
export const countOf = async (seen: () => Promise<Seen[]>): Promise<number> => (await seen()).length
