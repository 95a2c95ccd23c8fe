import { createLink } from '../../src/document/link.js'
import type { IdempotencyKey, Operation } from '../../src/document/operation.js'
import { createParameters } from '../../src/document/parameters.js'
import type { TransportRequest } from '../../src/transport/transport.js'
import { operations, provider } from './parcels/client.js'
import { answer, broken, silence, type Step } from './scripted.js'

const text = { type: 'string' }
const listParcels: Operation = {
  id: 'listParcels',
  method: 'GET',
  path: '/v1/parcels',
  scopes: [],
  idempotent: true,
  hasBody: false,
  parameters: createParameters([
    { in: 'query', name: 'ref_id' },
    { in: 'query', name: 'cursor' },
  ]),
  request: { type: 'object', properties: { ref_id: text, cursor: text } },
  response: {
    type: 'object',
    required: ['parcels'],
    properties: { parcels: { type: 'array', items: { type: 'object' } } },
  },
}

const link = createLink({
  operation: 'listParcels',
  parameters: { ref_id: 'ref_id' },
  path: ['parcels'],
  isList: true,
  cursor: { parameter: 'cursor', next: ['next_cursor'] },
})

const day = 86_400_000
export const idempotencyKey: IdempotencyKey = {
  in: 'header',
  name: 'idempotency-key',
  prefix: '',
  repeated: 'first-answer',
  lifetime: day,
}

/** A provider that says of a parcel what a repeat gets, and how it is looked up. */
export function keyedProvider(
  key: Partial<IdempotencyKey> | undefined,
  hasLink: boolean,
): typeof provider {
  const createParcel = {
    ...operations['createParcel'],
    key: key && { ...idempotencyKey, ...key },
    lookUp: hasLink ? link : undefined,
  }
  return { ...provider, operations: { ...operations, createParcel, listParcels } }
}

type Made = Readonly<Record<string, unknown>>

/** A service that keeps the truth: each parcel that it made, and the keys that it knows. */
export class KeyedService {
  /** Every one that it made, by its reference. */
  readonly made = new Map<string, Made[]>()
  /** How often it was asked to make one. */
  posts = 0
  readonly #known = new Map<string, { readonly body: string; readonly answer: Made }>()

  constructor(readonly repeated: IdempotencyKey['repeated'] = 'first-answer') {}

  /** The references that were made another number of times than once. */
  get wrong(): string[] {
    return [...this.made].filter(([, all]) => all.length !== 1).map(([refId]) => refId)
  }

  /** Forgets all keys. */
  forget(): void {
    this.#known.clear()
  }

  /** Carries a request out, and answers it. */
  readonly answer: Step = (request) => {
    const { method, url } = request
    if (method === 'GET') return this.#list(new URL(url).searchParams)(request)
    return this.#make(request)(request)
  }

  /** Carries a request out, and loses its answer. */
  readonly lose: Step = async (request) => {
    await this.answer(request)
    return broken({ code: 'ECONNRESET' })(request)
  }

  /** Carries a request out, and leaves the caller waiting, as one that is killed never hears of it. */
  readonly hang: Step = async (request) => {
    await this.answer(request)
    return silence(request)
  }

  /** One of a page each, after one that is empty. */
  #list(query: URLSearchParams): Step {
    const all = this.made.get(query.get('ref_id') ?? '') ?? []
    const at = Number(query.get('cursor') ?? 0)
    const parcels = all.slice(Math.max(at - 1, 0), at)
    const isLast = at >= all.length
    return answer(200, { parcels, next_cursor: isLast ? null : String(at + 1) })
  }

  #make({ headers, body = '' }: TransportRequest): Step {
    this.posts++
    const key = headers['idempotency-key']
    const known = this.#known.get(key ?? '')
    if (known && known.body !== body) return answer(422, { code: 'key_reused' })
    if (known)
      return this.repeated === '409' ? answer(409, { code: 'exists' }) : answer(200, known.answer)
    const fields = JSON.parse(body) as Made
    const refId = String(fields['ref_id'])
    const made = { ...fields, id: `c-${refId}` }
    this.made.set(refId, [...(this.made.get(refId) ?? []), made])
    if (key !== undefined) this.#known.set(key, { body, answer: made })
    return answer(200, made)
  }
}
