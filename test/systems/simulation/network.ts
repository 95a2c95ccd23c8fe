import {
  NotSentError,
  type Transport,
  type TransportBody,
  type TransportRequest,
  type TransportResponse,
} from '../../../src/index.js'
import { noStop } from '../../support/stop.js'
import { answerOf } from './answers.js'
import { type Attempt, nameOf } from './record.js'
import type { World } from './world.js'

/** What fetch rejects with when its signal is aborted; dear to make. */
const aborted = new DOMException('This operation was aborted', 'AbortError')

/** What a transport is given, and how a fetch takes the body once there is a connection. */
interface Incoming extends TransportRequest {
  readonly take?: () => Promise<string | undefined>
}

/** A transport that sends one request as its fate wants it. */
export function networkTransport(world: World): (request: Incoming) => ReturnType<Transport> {
  return (request) => exchange(world, world.receive(request), request)
}

function exchange(
  world: World,
  attempt: Attempt,
  { take, stop }: Incoming,
): Promise<TransportResponse> {
  const { fate } = attempt
  const { failure, reply } = fate
  return new Promise((resolve, reject) => {
    let isStopped = false
    /** Over once a fetch has what it takes of the body, which may be turns later. */
    let taking: Promise<void> | undefined
    const refuse = (reason: Error): void => {
      world.finish(attempt, { by: 'no request' })
      reject(reason)
    }
    const leave = (): void => {
      if (isStopped) return
      if (take) taking = take().then((body) => world.leave(attempt, body), refuse)
      else if (stop.stopped) refuse(new NotSentError('the time was over'))
      else world.leave(attempt)
    }
    const carryOut = (): void => {
      if (attempt.left && (!isStopped || fate.persists)) world.carryOut(attempt)
    }
    const settle = (): void => {
      if (reply) {
        world.note(() => `${nameOf(attempt)} answered`)
        resolve(answerOf(world, attempt, reply))
        return
      }
      const isUnsent = take ? !attempt.left : fate.does === 'never gets it'
      world.finish(attempt, { by: isUnsent ? 'no request' : 'failure' })
      isStopped ||= isUnsent
      if (failure) reject(failure())
    }
    const end = (): 'not_sent' | undefined => {
      isStopped = true
      const unsent = !attempt.left
      world.finish(attempt, { by: 'client', unsent })
      reject(aborted)
      return unsent ? 'not_sent' : undefined
    }
    if (!take) stop.onStop(end)
    else if (stop.signal.aborted) end()
    else stop.signal.addEventListener('abort', end, { once: true })
    const whenTaken = (what: () => void) => () => (taking ? void taking.then(what) : what())
    if (fate.leaves === 0) leave()
    else world.loop.later(fate.leaves, leave)
    world.loop.later(fate.carriedOut, whenTaken(carryOut))
    world.loop.later(fate.at, whenTaken(settle))
  })
}

/** The same as a fetch. */
export function networkFetch(world: World): typeof globalThis.fetch {
  const transport = networkTransport(world)
  return async (url, init) => {
    const { method = '', headers, body, signal, redirect } = init ?? {}
    world.demand(redirect === 'manual', () => 'a fetch that follows redirects')
    const given = signal as AbortSignal
    const response = await transport({
      url: url as string,
      method,
      headers: headers as Record<string, string>,
      body: undefined,
      take: taking(world, body ?? undefined),
      stop: noStop({ signal: given, stopped: given.aborted }),
    })
    return fetchAnswer(response)
  }
}

/** How a fetch takes a body: it pulls a stream once before there is a connection, and then to its end. */
function taking(world: World, body: unknown): () => Promise<string | undefined> {
  const isText = !(body instanceof ReadableStream) || world.random.chance(0.2)
  // oxlint-disable-next-line typescript/no-base-to-string -- as fetch itself reads what is no stream
  if (isText) return async () => Promise.resolve(body === undefined ? body : String(body))
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const early = reader.read()
  // A refusal is met when the body is taken.
  early.catch(() => undefined)
  return async () => {
    const decoder = new TextDecoder()
    let text = ''
    for (let piece = await early; !piece.done; piece = await reader.read())
      text += decoder.decode(piece.value, { stream: true })
    return text
  }
}

/** The answer of a fetch: its body is a stream, which breaks where the body broke off. */
function fetchAnswer(answer: TransportResponse): Response {
  const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
    const { bytes, cut }: TransportBody = await answer.read(Infinity)
    if (cut === 'too_large') controller.enqueue(large)
    else if (bytes.length > 0) controller.enqueue(bytes)
    if (cut === 'broken') controller.error(new TypeError('terminated'))
    else controller.close()
  }
  const { status, headers } = answer
  return { status, headers, body: new ReadableStream({ pull }, { highWaterMark: 0 }) } as Response
}

const large = new Uint8Array(1024 * 1024 + 1)
