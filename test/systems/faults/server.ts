/**
 * A server that fails on purpose, in a process of its own. Scripts are made by POST /scripts and read
 * back by GET /scripts/<id>; a script answers below /s/<id>/ with its next step, the last one for ever.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSilentServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { allowPages } from '../../../src/mock/cors.js'
import type { Seen, Step } from './step.js'

interface Script {
  readonly steps: readonly Step[]
  readonly seen: Seen[]
}

const scripts: Script[] = []

async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('Content-Type', 'application/json')
  const id = Number(/^\/scripts\/(\d+)/.exec(request.url ?? '')?.[1])
  if (request.method === 'POST') {
    const steps = JSON.parse((await buffer(request)).toString()) as Step[]
    response.end(JSON.stringify({ id: scripts.push({ steps, seen: [] }) - 1, silent }))
  } else response.end(JSON.stringify(scripts[id]?.seen ?? []))
}

async function play(
  script: Script,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { steps, seen } = script
  const entry = {
    method: request.method ?? '',
    url: request.url ?? '',
    authorization: request.headers.authorization ?? '',
    headers: Object.keys(request.headers),
    at: performance.now(),
    body: '',
  }
  seen.push(entry)
  const step = steps[Math.min(seen.length, steps.length) - 1] ?? { status: 200 }
  entry.body = (await buffer(request)).toString()
  if (step.delay !== undefined) await sleep(step.delay)
  const status =
    step.bearer === undefined || entry.authorization === `Bearer ${step.bearer}`
      ? (step.status ?? 200)
      : 401
  const echoed = { Authorization: entry.authorization, body: entry.body }
  const text = step.echo === true ? JSON.stringify(echoed) : (step.body ?? '')
  const bytes = step.base64 === true ? Buffer.from(text, 'base64') : Buffer.from(text)
  const date: Record<string, string> =
    step.retryDate === undefined
      ? {}
      : {
          'Retry-After': new Date(
            Math.ceil(Date.now() / 1000 + step.retryDate) * 1000,
          ).toUTCString(),
        }
  const headers = {
    'Content-Type': 'application/json',
    ...(step.echo === true ? { 'X-Echo': entry.authorization } : {}),
    ...date,
    ...step.headers,
  }
  const { socket } = request
  switch (step.fault) {
    case undefined:
      response.writeHead(status, {
        ...headers,
        ...(status === 204 ? {} : { 'Content-Length': bytes.length }),
      })
      response.end(bytes)
      return
    case 'reset':
      socket.resetAndDestroy()
      return
    case 'close':
      socket.destroy()
      return
    case 'silence':
      return
    case 'cut-reset':
    case 'cut-close':
      response.writeHead(status, { ...headers, 'Content-Length': bytes.length + 100 })
      response.write(bytes)
      await sleep(20)
      if (step.fault === 'cut-reset') socket.resetAndDestroy()
      else socket.destroy()
      return
    case 'drip':
      response.writeHead(status, headers)
      for (const byte of bytes) {
        if (socket.destroyed) return
        response.write(Buffer.of(byte))
        await sleep(1_000)
      }
      return
    case 'gzip-cut':
      response.writeHead(status, { ...headers, 'Content-Encoding': 'gzip' })
      response.end(
        gzipSync(JSON.stringify({ filler: 'x'.repeat(5_000), n: Math.random() })).subarray(0, 40),
      )
      return
    case 'gzip-bomb': {
      response.writeHead(status, { ...headers, 'Content-Encoding': 'gzip' })
      const gzip = createGzip()
      gzip.pipe(response)
      await pour(gzip, 400)
      return
    }
    case 'flood':
      response.writeHead(status, headers)
      await pour(response, 200)
  }
}

/** Writes megabytes until the reader goes away. */
async function pour(
  to: NodeJS.WritableStream & { destroyed?: boolean },
  megabytes: number,
): Promise<void> {
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  for (let written = 0; written < megabytes && to.destroyed !== true; written++)
    if (!to.write(chunk)) await sleep(2)
  to.end()
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const id = /^\/s\/(\d+)\//.exec(request.url ?? '')?.[1]
  const script = id === undefined ? undefined : scripts[Number(id)]
  response.on('error', () => undefined)
  if (allowPages(request, response, false)) return
  const handled =
    script === undefined ? control(request, response) : play(script, request, response)
  handled.catch(() => response.destroy())
})
// Accepts connections and never says a word.
const mute = createSilentServer((socket) => socket.on('error', () => undefined))
mute.listen(0, '127.0.0.1')
const silent = `http://127.0.0.1:${await port(mute)}`
// 10,000 calls at once are 10,000 connections at once.
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
console.log(`fault server at http://127.0.0.1:${await port(server)}`)

async function port(listener: ReturnType<typeof createSilentServer>): Promise<number> {
  if (!listener.listening) await new Promise((resolve) => listener.once('listening', resolve))
  return (listener.address() as AddressInfo).port
}
