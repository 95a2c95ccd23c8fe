/**
 * A server that fails on purpose, in a process of its own. Scripts are made by POST /scripts and read
 * back by GET /scripts/<id>; a script answers below /s/<id>/ with its next step, the last one for ever.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { constants, createSecureServer, type ServerHttp2Stream } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { allowPages } from '../../../src/mock/cors.js'
import { knownOf } from '../../../src/testing/provider.js'
import { listen } from '../../support/listen.js'
import type { Door } from './doors.js'
import type { Seen, Step } from './step.js'

interface Script {
  readonly steps: readonly Step[]
  readonly seen: Seen[]
}

/** The parts that are used here are the same over HTTP/2. */
interface Exchange {
  readonly request: IncomingMessage & { readonly stream?: ServerHttp2Stream }
  readonly response: ServerResponse
  readonly door: Door
}

interface Answer extends Exchange {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

const scripts: Script[] = []

async function control({ request, response }: Exchange): Promise<void> {
  response.setHeader('Content-Type', 'application/json')
  const id = Number(/^\/scripts\/(\d+)/.exec(request.url ?? '')?.[1])
  if (request.method === 'POST') {
    const steps = JSON.parse((await buffer(request)).toString()) as Step[]
    response.end(JSON.stringify({ id: scripts.push({ steps, seen: [] }) - 1, silent }))
  } else response.end(JSON.stringify(scripts[id]?.seen ?? []))
}

function breakOff({ request: { socket, stream }, door }: Exchange, reset: boolean): void {
  if (stream !== undefined && door.breaksStreams) stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  else if (stream !== undefined) stream.session?.destroy()
  else if (reset && !('encrypted' in socket)) socket.resetAndDestroy()
  else socket.destroy()
}

async function begin({ response, status, headers, bytes }: Answer): Promise<void> {
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length + 100 })
  response.write(bytes)
  await sleep(20)
}

const cut = (reset: boolean) => async (answer: Answer) => {
  await begin(answer)
  breakOff(answer, reset)
}

type Fault = (answer: Answer) => unknown

const faults: Readonly<Record<NonNullable<Step['fault']>, Fault>> = {
  reset: (answer) => breakOff(answer, true),
  close: (answer) => breakOff(answer, false),
  silence: () => undefined,
  'cut-reset': cut(true),
  'cut-close': cut(false),
  drip: async ({ request, response, status, headers, bytes }) => {
    response.writeHead(status, headers)
    for (const byte of bytes) {
      if (request.socket.destroyed) return
      response.write(Buffer.of(byte))
      await sleep(1_000)
    }
  },
  'gzip-cut': ({ response, status, headers }) => {
    response.writeHead(status, { ...headers, 'Content-Encoding': 'gzip' })
    const text = JSON.stringify({ filler: 'x'.repeat(5_000), n: Math.random() })
    response.end(gzipSync(text).subarray(0, 40))
  },
  'gzip-bomb': ({ response, status, headers }) => {
    response.writeHead(status, { ...headers, 'Content-Encoding': 'gzip' })
    const gzip = createGzip()
    gzip.pipe(response)
    return pour(gzip, 400)
  },
  flood: ({ response, status, headers }) => {
    response.writeHead(status, headers)
    return pour(response, 200)
  },
}

async function play({ steps, seen }: Script, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  const { method = '', url = '' } = request
  const { authorization = '' } = request.headers
  const entry = {
    method,
    url,
    authorization,
    headers: Object.keys(request.headers),
    body: '',
    at: 0,
  }
  seen.push(entry)
  const step = steps[Math.min(seen.length, steps.length) - 1] ?? {}
  entry.body = (await buffer(request)).toString()
  entry.at = Date.now()
  if (step.delay !== undefined) await sleep(step.delay)
  const { stream } = request
  if (step.raw !== undefined) {
    request.socket.end(step.raw)
    return
  }
  if (step.goAway !== undefined && stream?.id !== undefined) {
    stream.session?.goaway(step.goAway.code, Math.max(0, stream.id - step.goAway.below))
    await sleep(5)
  }
  const isRefused = step.bearer !== undefined && authorization !== `Bearer ${step.bearer}`
  const echoed = step.echo && JSON.stringify({ Authorization: authorization, body: entry.body })
  const answer: Answer = {
    ...exchange,
    status: isRefused ? 401 : (step.status ?? 200),
    headers: {
      'Content-Type': 'application/json',
      ...(step.echo && { 'X-Echo': authorization }),
      ...step.headers,
    },
    bytes: Buffer.from(echoed || (step.body ?? ''), step.base64 ? 'base64' : 'utf8'),
  }
  if (step.resetStream !== undefined) {
    if (answer.bytes.length > 0) await begin(answer)
    stream?.close(step.resetStream)
  } else if (step.fault !== undefined) await faults[step.fault](answer)
  else {
    const { status, headers, bytes } = answer
    const length = status === 204 ? {} : { 'Content-Length': bytes.length }
    response.writeHead(status, { ...headers, ...length }).end(bytes)
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

const known = knownOf(undefined)
const serve =
  (door: Door) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const exchange = { request, response, door }
    const id = /^\/s\/(\d+)\//.exec(request.url ?? '')?.[1]
    const script = id === undefined ? undefined : scripts[Number(id)]
    for (const each of [request, response]) each.on('error', () => undefined)
    if (allowPages(request, response, false, known)) return
    const handled = script === undefined ? control(exchange) : play(script, exchange)
    handled.catch(() => response.destroy())
  }

function open(door: Door): Server {
  if (door.speaks === 'HTTP/1.1') return createHttpsServer(door, serve(door))
  const options = { ...door, allowHTTP1: door.speaks === undefined }
  // The parts that are used here are the same in both.
  return createSecureServer(options, serve(door) as never) as unknown as Server
}

const doors = JSON.parse(process.argv[2] ?? '{}') as Record<string, Door>
// Accepts connections and never says a word.
const { url: silent } = await listen(() => undefined)
const ports: Record<string, number> = {}
for (const [name, door] of Object.entries(doors)) ports[name] = (await listen(open(door))).port
const { url } = await listen(createServer({ keepAliveTimeout: 60_000 }, serve({})))
console.log(JSON.stringify({ url, ports }))
