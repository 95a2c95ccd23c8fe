import { setTimeout as sleep } from 'node:timers/promises'
import { followLink } from '../../src/document/link.js'
import { proofOf, proveAnswer } from '../../src/document/proof.js'
import { memberAt } from '../../src/document/read-pages.js'
import {
  ApiError,
  type Call,
  type CallOptions,
  ClientError,
  type ClientOptions,
  createClient,
} from '../../src/index.js'
import type { Operation, Pagination, Read, Rules, Schema, Values } from '../../src/operation.js'
import { differences } from '../../src/shared/json.js'
import { printable } from '../../src/shared/redact.js'
import { memberRules } from '../../src/testing/example-answer.js'
import type { TypedProvider } from '../../src/testing/provider.js'
import { mapValues } from '../lib/document.js'

type Method = ((input: Values, options?: CallOptions) => Call<unknown>) & {
  readonly all: (input: Values) => AsyncIterator<unknown>
}

interface Settings {
  /** Values of fields and parameters in the place of those of the examples. */
  readonly set?: Values
  /** Milliseconds within which a look-up has to show what was made. */
  readonly within: number
  readonly print: (line: string) => void
}

/** The names of what a request may have. */
export function fieldsOf(request: Schema | undefined): readonly string[] {
  const { properties = {}, oneOf = [] } = Object(request) as Rules
  return [...Object.keys(properties), ...oneOf.flatMap(fieldsOf)]
}

/**
 * Makes one call of each operation with a link `lookUp` or a key, by the first example of its folder, and tries what the
 * overlay says of it; then reads two pages of each list. It gives a sentence for each thing that is not as the overlay says, and
 * for each that was not tried.
 */
export async function tryProvider(
  provider: TypedProvider,
  options: Pick<ClientOptions, 'baseUrl' | 'auth' | 'transport'> & {
    readonly headers?: Readonly<Record<string, string>>
  },
  { set = {}, within, print }: Settings,
): Promise<{ readonly problems: string[]; readonly untried: string[] }> {
  const problems: string[] = []
  const untried: string[] = []
  const drifts = new Set<string>()
  const all = Object.values(provider.operations)
  /** What is said of header parameters: the client does not fill them by its headers. */
  const headers = new Headers(options.headers)
  let reads = 0
  let lastAnswer = ''
  const client = createClient({
    ...options,
    // Without a link, the client itself finds no answer in the place of a repeat that failed.
    provider: {
      ...provider,
      operations: mapValues(provider.operations, (one) => ({ ...one, lookUp: undefined })),
    },
    onEvent: (event) => {
      if (event.type === 'end') reads++
      if (event.type !== 'drift') return
      for (const { message } of event.issues)
        drifts.add(printable(`${event.operation}: ${message.replace(/\[\d+\]/g, '[]')}`))
    },
  }) as object as Readonly<Record<string, Method>>
  const methodOf = (id: string) => client[id] as Method

  const attempt = async (place: string, step: () => Promise<string>): Promise<void> => {
    try {
      print(`${place} ${printable(await step())}`)
    } catch (error) {
      // A request that never left says nothing of the provider.
      const isOurs = ClientError.is(error) && error.code === 'ERR_INVALID_REQUEST'
      const list = isOurs ? untried : problems
      list.push(printable(`${place}: ${(error as Error).message}`))
    }
  }
  const read: Read = async (id, input) => {
    const result = await methodOf(id)(input)
      .withResponse()
      .catch((error: unknown) => error as ApiError)
    const body = JSON.stringify('data' in result ? result.data : result.body) as string | undefined
    lastAnswer = `${result.status} ${printable(body ?? 'without a body', 200)}`
    if (result instanceof Error) throw result
    return result
  }
  const inputOf = (operation: Operation, reference: string): Values => {
    const { id, referenceField, key, parameters = [], request } = operation
    const { request: example, invented = [] } = provider.exampleAnswers[id]?.examples[0] ?? {}
    const input: Record<string, unknown> = { ...example }
    for (const name of invented) Reflect.deleteProperty(input, name)
    for (const { in: place, name } of parameters) {
      const value = set[name] ?? (place === 'header' ? headers.get(name) : undefined)
      if (value !== undefined && value !== null) input[name] = value
    }
    const fields = fieldsOf(request)
    for (const [name, value] of Object.entries(set)) if (fields.includes(name)) input[name] = value
    if (referenceField !== undefined) input[referenceField] = reference
    if (key?.in === 'input') input[key.name] = reference
    return input
  }
  /** Whether a request has all that it needs, which is told where it has not. */
  const isWhole = ({ id, request = true }: Operation, input: Values): boolean => {
    const [one = true] = (request as Rules).oneOf ?? [request]
    const lacking = ((one as Rules).required ?? []).filter((name) => input[name] === undefined)
    for (const name of lacking)
      untried.push(`${id}: give a value by --set ${name}=…, or an example in the overlay`)
    return lacking.length === 0
  }

  const tryCall = async (operation: Operation): Promise<void> => {
    const { id, key, lookUp, identifier = ['id'] } = operation
    const reference = crypto.randomUUID()
    const input = inputOf(operation, reference)
    if (!isWhole(operation, input)) return
    const ofKey = key?.in === 'header' ? { [key.name]: reference } : {}
    const send = (): Promise<unknown> => methodOf(id)(input, { maxRetries: 0, headers: ofKey })
    const idOf = (answer: unknown): string => String(memberAt(answer, identifier))
    let made: unknown
    const find = async (fields: Values): Promise<boolean> => {
      if (lookUp === undefined) return false
      const result = await followLink(lookUp, provider.operations, read, fields)
      const found = proveAnswer(proofOf(operation, fields), fields, result)
      if (found && (idOf(found) !== idOf(made) || fields !== input))
        throw new Error(`it gave ${idOf(found)}`)
      return found !== undefined
    }

    await attempt(id, async () => `made ${idOf((made = await send()))}`)
    if (made === undefined) return
    const madeAt = performance.now()
    let lag = 0
    if (lookUp) {
      await attempt(lookUp.operation, async () => {
        let problem = ''
        while (lag < within) {
          const isShown = await find(input).catch((error: unknown) => {
            problem = `; ${(error as Error).message}`
          })
          lag = performance.now() - madeAt
          if (isShown)
            return `showed it ${Math.ceil(lag)} ms after its answer: the window of a journal has to be longer`
          await sleep(100)
        }
        throw new Error(`${idOf(made)} was not shown in ${within} ms: ${lastAnswer}${problem}`)
      })
      await attempt(`${lookUp.operation} of a reference that nobody used`, async () => {
        await find(inputOf(operation, crypto.randomUUID()))
        return `gave ${lastAnswer}`
      })
    }
    if (key === undefined) return
    await attempt(`${id} again under its ${key.name}`, async () => {
      const second = await send().catch((error: unknown) => error)
      // A second one would be shown as late as the first.
      await sleep(lag)
      await find(input)
      if (second instanceof ApiError && second.status === 409 && key.repeated === '409')
        return 'gave 409'
      if (second instanceof Error) throw second
      const others = differences(made, second)
      if (idOf(second) !== idOf(made)) throw new Error(`it made a second one, ${idOf(second)}`)
      if (key.repeated === '409') throw new Error('it gave no 409')
      if (others.length > 0) throw new Error(`it gave another ${others.join(', ')}`)
      return 'gave the first answer'
    })
  }

  /** Makes one more item of a list. A call that fails did so before, and that is told. */
  const makeOneMore = async ({ id }: Operation): Promise<boolean> => {
    const maker = all.find(({ lookUp }) => lookUp?.operation === id)
    if (maker === undefined) return false
    const reference = crypto.randomUUID()
    const { key } = maker
    const headers = key?.in === 'header' ? { [key.name]: reference } : {}
    const making = methodOf(maker.id)(inputOf(maker, reference), { maxRetries: 0, headers })
    return making.then(Boolean, () => false)
  }

  const tryPages = async (operation: Operation): Promise<void> => {
    const { id, pagination, request = true } = operation
    const { items, next, limit } = pagination as Pagination
    // An example of a filter would find too few.
    const needed = (request as Rules).required ?? []
    const given = Object.entries(inputOf(operation, '')).filter(
      ([name]) => needed.includes(name) || name in set || headers.has(name),
    )
    const input = Object.fromEntries(given)
    if (!isWhole(operation, input)) return
    const { minimum: least = 1 } = (limit ? memberRules(request, limit.parameter) : {}) as Rules
    const short = limit ? { ...input, [limit.parameter]: least } : input
    const countOf = (page: unknown): number => (memberAt(page, items) as unknown[]).length
    const isLast = (page: unknown): boolean => (memberAt(page, next) ?? '') === ''
    const leave = (why: string): string => {
      untried.push(`${id}: ${why}, so that its cursor was not tried`)
      return 'gave one page'
    }
    await attempt(id, async () => {
      let whole = await methodOf(id)(input)
      const isShort = (): boolean => isLast(whole) && countOf(whole) <= least
      const isMade = limit && isShort() && (await makeOneMore(operation))
      const until = performance.now() + within
      while (isMade && isShort() && performance.now() < until) {
        await sleep(100)
        whole = await methodOf(id)(input)
      }
      const known = countOf(whole)
      reads = 0
      const pages = methodOf(id).all(short)
      // A cursor that comes twice is noticed before the third page.
      while (reads < 3 && !(await pages.next()).done);
      if (reads > 1) return 'gave two pages'
      if (limit === undefined)
        return leave(`it gave ${known} items in one page, and no parameter for fewer is described`)
      const first = await methodOf(id)(short)
      const asked = `${limit.parameter} ${least}`
      if (countOf(first) > least) return leave(`it gave ${countOf(first)} items for ${asked}`)
      if (known <= countOf(first)) return leave(`it has ${known} items: make more`)
      throw new Error(
        `it gave ${countOf(first)} of ${known} items for ${asked}, and no ${next.join('.')}: a loop over all would end there`,
      )
    })
  }

  for (const one of all) if (one.lookUp || one.key) await tryCall(one)
  for (const one of all) if (one.pagination) await tryPages(one)
  return { problems: [...problems, ...drifts], untried }
}
