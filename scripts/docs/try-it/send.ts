import { operations } from '../../../generated/index.js'
import {
  ClientError,
  type ClientEvent,
  createClient,
  type ErrorCode,
  type Outcome,
  type Transport,
} from '../../../src/index.js'
import { sendUntilAnswered } from './repeat.js'
import { methodOf, type TriedService } from './service.js'
import type { TimeLine } from './time-line.js'

/** The end of a call, as its program sees it. */
export interface Ending {
  readonly outcome: Outcome | 'succeeded' | 'failed'
  readonly code?: ErrorCode
  /** The data of a success. */
  readonly data?: unknown
  /** The data, or the error without its stack. */
  readonly printed: string
}

/** Sends an input to a service. */
export type Send = (service: TriedService, input: object, line: TimeLine) => Promise<Ending>

/** A tenth of the client's defaults, so that nobody waits. */
const limits = { timeout: 1_000, totalTimeout: 3_000 }

/** Sends by a method of the real client. */
export const sendByClient: Send = async ({ operation, options }, input, line) => {
  const client = createClient({ ...options, ...limits, onEvent: (event) => show(event, line) })
  try {
    return succeeded(await methodOf(client, operation)(input))
  } catch (error) {
    if (!ClientError.is(error)) throw error
    const { name, message, ...members } = error.toJSON()
    const { outcome, code } = error
    return { outcome, code, printed: `${String(name)}: ${String(message)} ${printed(members)}` }
  }
}

function show(event: ClientEvent, line: TimeLine): void {
  if (event.type === 'token') line.begin('token', 'Token', event.milliseconds)
  else if (event.type === 'attempt') line.begin('attempt', `Attempt ${event.attempt}`)
  else if (event.type === 'retry') line.begin('wait', 'Wait')
  else if (event.type === 'drift') line.result(event.issues.map(({ message }) => message).join())
  else if (event.type === 'response') {
    const { status, error } = event
    line.result([status ?? [], error ?? []].flat().join(', '), error !== undefined)
  }
}

/** Sends by a client that repeats whatever fails. */
export const sendByRepeating: Send = async (service, input, line) => {
  const token = await service.getToken()
  let attempts = 0
  const send = async (): Promise<Response> => {
    if (attempts > 0) {
      // Even a 200 was not enough, if its body could not be read.
      line.result('sent again', true)
      line.begin('wait', 'Wait', line.idle)
    }
    line.begin('attempt', `Attempt ${++attempts}`)
    try {
      const response = await fetchOnce(service, input, token)
      line.result(String(response.status))
      return response
    } catch (error) {
      line.result((error as Error).message)
      throw error
    }
  }
  try {
    return succeeded(await sendUntilAnswered(send))
  } catch (error) {
    line.result('given up', true)
    return { outcome: 'failed', printed: String(error) }
  }
}

/** What fetch does, without a network. */
async function fetchOnce(
  { operation, options: { baseUrl, transport } }: TriedService,
  input: object,
  token: string,
): Promise<Response> {
  const { method = '', path = '', hasBody, parameters } = operations[operation] ?? {}
  const written = parameters?.write(path, { ...input }) ?? { path, headers: {} }
  const names = parameters?.list.map(({ name }) => name) ?? []
  const fields = Object.entries(input).filter(([name]) => !names.includes(name))
  const request = {
    method,
    url: baseUrl + written.path,
    headers: {
      ...written.headers,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: hasBody === true ? JSON.stringify(Object.fromEntries(fields)) : undefined,
  }
  const signal = AbortSignal.timeout(limits.timeout)
  const stop: Parameters<Transport>[0]['stop'] = {
    signal,
    deadline: performance.now() + limits.timeout,
    get stopped() {
      return signal.aborted
    },
    onStop: (callback) => signal.addEventListener('abort', callback),
  }
  const response = await transport({ ...request, stop }).catch((error: unknown) => {
    throw signal.aborted ? new Error('no answer in time') : error
  })
  const { bytes, cut } = await response.read(Infinity)
  if (cut !== undefined) throw new Error('the body broke off')
  // Some statuses take no body, not even an empty one.
  return new Response(bytes.length > 0 ? new TextDecoder().decode(bytes) : null, response)
}

function succeeded(data: unknown): Ending {
  return { outcome: 'succeeded', data, printed: printed(data) }
}

/** A value as Node.js prints it, more or less. */
function printed(value: unknown): string {
  const text = JSON.stringify(value, null, 2) as string | undefined
  return text?.replace(/^( *)"(\w+)":/gm, '$1$2:') ?? 'undefined'
}
