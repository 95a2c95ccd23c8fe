import {
  type Call,
  ClientError,
  type ClientEvent,
  createClient,
  type Provider,
} from '../../../src/index.js'
import { type FakeIssuer, fakeIssuer } from '../../../src/testing.js'
import type { Trouble } from './troubles.js'

/** A call that somebody tries. */
export interface Trial {
  /** The operationId. */
  readonly id: string
  readonly input: unknown
  readonly answer: Trouble['answer']
  /** Otherwise only the first request meets the trouble. */
  readonly isLasting: boolean
  /** Whether the client may follow the link by which its provider finds a lost answer. */
  readonly isLookedUp: boolean
  readonly provider: Provider
  /** Gets the steps of the call, each as a sentence. */
  readonly onStep: (step: string) => void
}

type Method = (input: unknown) => Call<unknown>

/** A tenth of the client's defaults, so that nobody waits. */
const limits = { timeout: 1_000, totalTimeout: 3_000 }

/**
 * Makes the call by the real client, to an issuer in memory that has done nothing before.
 * @returns what its program sees, with the data or what else the error holds, and how often the service carried it out
 */
export async function makeCall(trial: Trial) {
  const { id, input, answer, isLasting, isLookedUp, provider, onStep } = trial
  const issuer: FakeIssuer<Provider> = fakeIssuer({ provider, read: (_, made) => made.length })
  if (answer !== undefined) issuer.next(id as never, isLasting ? () => answer : answer)
  let found = false
  const onEvent = (event: ClientEvent) => {
    found ||= event.type === 'end' && event.found === true
    const step = stepOf(event, id)
    if (step !== undefined) onStep(step)
  }
  const { operations } = provider
  const own = { ...operations[id], ...(isLookedUp ? {} : { lookUp: undefined }) }
  const known = { ...provider, operations: { ...operations, [id]: own } }
  const client = createClient({ ...issuer.options, ...limits, provider: known, onEvent })
  // Whoever fills in the form may write anything.
  const methods = client as object as Readonly<Record<string, Method>>
  const ending = await (methods[id] as Method)(input)
    .withResponse()
    .then(
      ({ data, attempts }) => {
        const how = found ? 'A look-up found it. ' : ''
        const message = `${how}The call gives its data after ${times(attempts, 'attempt')}.`
        return { outcome: 'succeeded', message, attempts, members: data } as const
      },
      (error: unknown) => {
        if (!ClientError.is(error)) throw error
        const { name, message, ...members } = error.toJSON()
        const { outcome, code, attempts } = error
        return { outcome, code, message: `${String(name)}: ${String(message)}`, attempts, members }
      },
    )
  return { code: undefined, ...ending, carriedOut: await countMade(issuer) }
}

function stepOf(event: ClientEvent, id: string): string | undefined {
  if (event.type === 'token') return event.error ?? 'A token was granted'
  if (event.type === 'retry') return `A wait of ${(event.delay / 1_000).toFixed(1)} s`
  if (event.type === 'drift')
    return `Beside the document: ${event.issues.map(({ message }) => message).join(', ')}`
  if (event.type !== 'response') return undefined
  const result = [event.status, event.error].filter(Boolean).join(', ')
  const what = event.operation === id ? `Attempt ${event.attempt}` : 'Look-up'
  return `${what}: ${result}, after ${Math.round(event.milliseconds)} ms`
}

/** The service says by a read how often it carried something out. */
async function countMade({ options, tokens }: FakeIssuer<Provider>): Promise<number> {
  const token = tokens.issued.at(-1)?.value
  // Nothing was sent.
  if (token === undefined) return 0
  const { signal } = new AbortController()
  const response = await options.transport({
    url: `${options.baseUrl}/made`,
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
    body: undefined,
    stop: { signal, deadline: Infinity, stopped: false, onStop: () => undefined },
  })
  const { bytes } = await response.read(100)
  return Number(new TextDecoder().decode(bytes))
}

/** A number of things in words. */
export function times(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
