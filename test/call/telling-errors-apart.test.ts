import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { type AnyClientError, ClientError } from '../../src/index.js'
import { madePostage, parcel, postage, scripted } from '../support/parcels/calls.js'
import { createClient, provider, scopes } from '../support/parcels/client.js'
import { answer, broken, silence } from '../support/scripted.js'

const failure = async (call: Promise<unknown>): Promise<AnyClientError> => {
  const reason: unknown = await call.catch((thrown: unknown) => thrown)
  if (!ClientError.is(reason)) throw new Error('no ClientError')
  return reason
}

it('an error is narrowed by its code', async () => {
  const error = await failure(scripted([answer(422, { why: 'x' })]).client.quotePostage(postage))
  const { code } = error
  switch (code) {
    case 'ERR_API':
      expect([error.status, error.body]).toEqual([422, { why: 'x' }])
      break
    case 'ERR_ABORTED':
    case 'ERR_AUTHENTICATION':
    case 'ERR_BEFORE_SEND':
    case 'ERR_CONNECTION':
    case 'ERR_INVALID_REQUEST':
    case 'ERR_INVALID_RESPONSE':
    case 'ERR_MISSING_SCOPE':
    case 'ERR_REFERENCE_REUSED':
    case 'ERR_SENT_BEFORE':
    case 'ERR_TIMEOUT':
      throw error
    default:
      code satisfies never
  }
})

it('an error of another copy of the package is known by ClientError.is', async () => {
  vi.resetModules()
  const copy = await import('../../src/index.js')
  const client = copy.createClient({
    provider,
    baseUrl: 'https://api.example.com',
    auth: 'tok-1234567',
    transport: broken({}),
  })
  const error = await client.quotePostage(postage).catch((reason: unknown) => reason)
  expect([error instanceof ClientError, ClientError.is(error)]).toEqual([true, true])
})

it('a token that was refused to a source of another copy of the package keeps its words', async () => {
  vi.resetModules()
  const copy = await import('../../src/index.js')
  const auth = copy.clientCredentials({
    scopes,
    tokenUrl: 'https://auth.example.com/token',
    clientId: 'me',
    clientSecret: 'a-secret',
    fetch: () => Promise.resolve(Response.json({ error: 'invalid_client' }, { status: 401 })),
  })
  const client = createClient({ baseUrl: 'https://api.example.com', auth })
  const error = await failure(client.quotePostage(postage))
  expect(error).toMatchObject({ status: 401, error: 'invalid_client' })
  expect(error.message).toContain('the token endpoint auth.example.com/token answered 401')
})

it.each([null, 'ERR_API', new Error('x'), { code: 'ERR_API', outcome: 'x' }])(
  'an error is not what only looks like one: %j',
  (value) => expect(ClientError.is(value)).toBe(false),
)

it('an error keeps its outcome in a structured clone of toJSON, and loses it in one of itself', async () => {
  const { client } = scripted([broken({ code: 'ECONNRESET' })])
  const error = await failure(client.createParcel(parcel))
  expect(structuredClone(error)).not.toHaveProperty('outcome')
  const { message, operation } = error
  expect(structuredClone(error.toJSON())).toMatchObject({
    name: 'ConnectionError',
    code: 'ERR_CONNECTION',
    outcome: 'unknown',
    message,
    operation,
    refId: 'r-1',
  })
})

it('an error keeps its message and its facts as JSON, and no headers', async () => {
  const { client } = scripted([answer(422, { why: 'x' }, { 'x-request-id': 'r' })])
  const error = await failure(client.createParcel(parcel))
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'ApiError',
    message: error.message,
    code: 'ERR_API',
    operation: 'createParcel',
    call: error.call,
    outcome: 'rejected',
    attempts: 1,
    refId: 'r-1',
    requestId: 'r',
    status: 422,
    body: { why: 'x' },
  })
})

const here = readFileSync(new URL(import.meta.url), 'utf8').split('\n')
const lineOf = (mark: string): number => here.findIndex((line) => line.includes(mark)) + 1
const stackHas = (error: AnyClientError, mark: string): boolean =>
  (error.stack ?? '').includes(`telling-errors-apart.test.ts:${lineOf(mark)}:`)

it('an error has a stack that shows the caller’s line, from a timeout, a refused body and withResponse as well', async () => {
  const { client: silent } = scripted([silence], { timeout: 5, maxRetries: 0 })
  const late = async () => await silent.quotePostage(postage) // too late
  const wrong = async () => await silent.quotePostage({} as never) // a wrong body
  const whole = async () => await silent.quotePostage(postage).withResponse() // the whole answer
  const errors = [await failure(late()), await failure(wrong()), await failure(whole())]
  const marks = ['// too late', '// a wrong body', '// the whole answer']
  expect(errors.map((error, at) => stackHas(error, marks[at] ?? ''))).toEqual([true, true, true])
})

it('a client lets a test put its own instead of a method', async () => {
  const { client } = scripted([answer(422)])
  vi.spyOn(client, 'quotePostage').mockResolvedValue({ id: 'q-1' } as never)
  expect(await client.quotePostage(postage)).toEqual({ id: 'q-1' })
  expect(client.quotePostage).toHaveBeenCalledWith(postage)
})

it('a client takes a signal that is null, and one of another realm', async () => {
  const { client } = scripted([answer(200, madePostage)])
  await client.quotePostage(postage, { signal: null })
  const real = new AbortController()
  const foreign = {
    aborted: false,
    addEventListener: (...args: Parameters<AbortSignal['addEventListener']>) =>
      real.signal.addEventListener(...args),
    removeEventListener: (...args: Parameters<AbortSignal['removeEventListener']>) =>
      real.signal.removeEventListener(...args),
  } as AbortSignal
  const silent = scripted([silence])
  const call = silent.client.quotePostage(postage, { signal: foreign })
  queueMicrotask(() => real.abort())
  expect(await failure(call)).toMatchObject({ code: 'ERR_ABORTED' })
})

it('a client takes options that are undefined', async () => {
  const names = [
    ...['timeout', 'totalTimeout', 'maxRetries', 'generateRefId', 'headers', 'requestIdHeader'],
    ...['beforeSend', 'onEvent', 'fetch', 'dangerouslyAllowPlainHttp'],
  ]
  const nothing = Object.fromEntries(names.map((name) => [name, undefined]))
  const { client } = scripted([answer(200, madePostage)], nothing)
  const call = { timeout: undefined, signal: undefined, headers: undefined }
  expect(await client.quotePostage(postage, call)).toEqual(madePostage)
})
