import {
  NotSentError,
  type Transport,
  type TransportBody,
  type TransportRequest,
  type TransportResponse,
} from '../../../src/index.js'
import { noStop } from '../../support/stop.js'
import { answerOf } from './answers.js'
import { begun } from './failures.js'
import type { Attempt } from './record.js'
import type { World } from './world.js'

/** What fetch rejects with when its signal is aborted; dear to make. */
const aborted = new DOMException('This operation was aborted', 'AbortError')

/** How a transport listens to the end of an attempt: by its signal or by a callback. */
export const manners = ['signal', 'callback', 'fetch'] as const
export type Manner = (typeof manners)[number]

/** What a transport is given, and how a fetch takes the body once a connection does, and once more. */
interface Incoming extends TransportRequest {
  readonly take?: () => Promise<string>
  readonly takeAgain?: () => string
}

/** A transport that sends one request as its fate wants it. */
export function networkTransport(
  world: World,
  manner: Manner,
): (request: Incoming) => ReturnType<Transport> {
  return (request) => exchange(world, world.receive(request, manner), request)
}

function exchange(world: World, attempt: Attempt, request: Incoming): Promise<TransportResponse> {
  const { loop } = world
  const { fate, manner } = attempt
  const { failure, reply } = fate
  return new Promise((resolve, reject) => {
    let stopped = false
    /** Over once a fetch has what it takes of the body, which may be turns later. */
    let taking: Promise<void> | undefined
    const refuse = (reason: Error): void => {
      world.finish(attempt, { by: 'no request' })
      reject(reason)
    }
    const leave = (): void => {
      if (stopped) return
      if (request.take) taking = request.take().then((body) => world.leave(attempt, body), refuse)
      else if (looks(manner) && request.stop.stopped) refuse(new NotSentError('the time was over'))
      else world.leave(attempt)
    }
    const carryOut = (): void => {
      if (attempt.left && (!stopped || fate.persists)) world.carryOut(attempt)
    }
    const settle = (): void => {
      const isUnsent = manner === 'fetch' ? !attempt.left : fate.does === 'never gets it'
      if (reply) {
        world.note(() => `${nameOf(attempt)} answered`)
        resolve(answerOf(world, attempt, reply))
        return
      }
      if (failure && fate.where === 'request' && attempt.left) {
        const reason = askAgain(world, attempt, request) ?? failure.make()
        world.finish(attempt, { by: 'failure' })
        // A transport that is told what was sent passes that on.
        reject(manner === 'fetch' ? reason : begun(reason))
        return
      }
      world.finish(attempt, isUnsent ? { by: 'no request' } : { by: 'failure' })
      stopped ||= isUnsent
      if (failure) reject(failure.make())
    }
    listen(request, manner, () => {
      stopped = true
      const unsent = !attempt.left
      world.finish(attempt, { by: 'client', unsent: unsent && manner !== 'signal' })
      reject(aborted)
      return unsent ? 'not_sent' : undefined
    })
    const whenTaken = (what: () => void) => () => (taking ? void taking.then(what) : what())
    if (fate.leaves === 0) leave()
    else loop.later(fate.leaves, leave)
    loop.later(fate.carriedOut, whenTaken(carryOut))
    loop.later(fate.at, whenTaken(settle))
  })
}

export const nameOf = ({ call, number }: Attempt): string => `${call.key}#${number}`

/** Whether a transport looks, before the first byte leaves, whether the time is over; the others are of the caller's. */
export const looks = (manner: Manner): boolean => manner !== 'signal'

/** Something below fetch sends again what it gets again. @returns why it got nothing, where it tells */
function askAgain(world: World, attempt: Attempt, { takeAgain }: Incoming): Error | undefined {
  if (takeAgain === undefined) return undefined
  try {
    takeAgain()
  } catch (reason) {
    return world.random.chance(0.5) ? (reason as Error) : undefined
  }
  if (attempt.carriedOut) world.carryOut(attempt)
  return undefined
}

function listen({ stop }: TransportRequest, manner: Manner, stopped: () => unknown): void {
  if (manner === 'callback') stop.onStop(stopped)
  else if (stop.signal.aborted) stopped()
  else stop.signal.addEventListener('abort', stopped, { once: true })
}

/** The same as a fetch. */
export function networkFetch(world: World): typeof globalThis.fetch {
  const transport = networkTransport(world, 'fetch')
  return async (url, init) => {
    const { method = '', headers, body, signal, redirect } = init ?? {}
    world.demand(redirect === 'manual', () => 'a fetch that follows redirects')
    const given = signal as AbortSignal
    const response = await transport({
      url: url as string,
      method,
      headers: headers as Record<string, string>,
      body: undefined,
      ...taking(world, body),
      stop: noStop({ signal: given, stopped: given.aborted }),
    })
    return fetchAnswer(response)
  }
}

/** How a fetch takes a body: it pulls a stream once before there is a connection, and then to its end. */
function taking(world: World, body: unknown) {
  const takeAgain = (): string => String(body)
  if (!(body instanceof ReadableStream) || world.random.chance(0.2))
    return { take: async () => Promise.resolve(takeAgain()), takeAgain }
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const early = reader.read()
  // A refusal is met when the body is taken.
  early.catch(() => undefined)
  const take = async (): Promise<string> => {
    const decoder = new TextDecoder()
    let text = ''
    for (let piece = await early; !piece.done; piece = await reader.read())
      text += decoder.decode(piece.value, { stream: true })
    return text
  }
  return { take, takeAgain }
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
