// @ts-expect-error It has no types of its own.
import nodeFetch from 'node-fetch'
import { afterEach, expect, it, vi } from 'vitest'
import { type FetchLike, type TransportRequest } from '../../src/index.js'
import { fetchTransport } from '../../src/transport/fetch-transport.js'
import { MayBeSentError, NotSentError } from '../../src/transport/transport.js'
import { serve } from '../support/listen.js'
import { noStop } from '../support/stop.js'

type FetchInit = Parameters<FetchLike>[1]
const isStream = (body: unknown): body is ReadableStream => body instanceof ReadableStream
const answer = (): Response => Response.json({ quote_id: 'q' })
const url = 'https://api.example.com/'
/** A request of which nothing but the body matters. */
const post = (body: string | undefined, headers = {}, stop = noStop(), to = url) => ({
  url: to,
  method: 'POST',
  headers,
  body,
  stop,
})

/** What a fetch gets to send, in this runtime or in another copy of the module. */
async function given(body: string, headers = {}, send = fetchTransport) {
  const fetch = vi.fn<FetchLike>(() => Promise.resolve(answer()))
  await send(fetch)(post(body, headers))
  const [address, init] = fetch.mock.calls[0] ?? []
  expect([fetch.mock.calls.length, address, init?.method]).toEqual([1, url, 'POST'])
  return init as FetchInit
}

it('in Node a body goes out as a stream of known length, which its fetch cannot send again', async () => {
  const text = '{"name":"Zürich"}'
  const init = await given(text, { accept: 'application/json' })
  expect([isStream(init.body), init.duplex]).toEqual([true, 'half'])
  expect(init.headers).toEqual({ accept: 'application/json', 'content-length': '18' })
  expect(String(init.body as unknown)).toBe(text)
  expect(await new Response(init.body).text()).toBe(text)
})

it.each([
  ['both', Request, { cache: 'no-store', credentials: 'omit' }],
  ['neither, as in workerd before 2024-11-11', { prototype: {} }, {}],
  ['cache', { prototype: { cache: '' } }, { cache: 'no-store' }],
  ['neither, since there is none', undefined, {}],
])(
  'nothing is stored and no cookie sent: of both settings a Request has %s',
  async (_, known, set) => {
    vi.stubGlobal('Request', known)
    const { cache, credentials } = await given('text')
    expect({ cache, credentials }).toEqual({ cache: undefined, credentials: undefined, ...set })
  },
)

type Given = Extract<FetchInit['body'], object>
const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' })

/** Sends by a fetch that does so with the body: what it got and ended with, and what it told when it was stopped. */
async function sending(
  fetch: (body: Given, stop: ReturnType<typeof noStop>) => Promise<Response>,
  changed: Partial<TransportRequest['stop']> = {},
) {
  const sent: FetchInit[] = []
  let told: (() => unknown) | undefined
  const stop = noStop({ onStop: (callback) => (told = callback), ...changed })
  const send = fetchTransport((_url, init) => {
    sent.push(init)
    return fetch(init.body as Given, stop)
  })
  const end = await send(post('text', {}, stop)).catch((error: unknown) => error)
  return { sent, end, told: told?.() }
}
const failing = () => Promise.reject(refused)
const read = (body: BodyInit) => new Response(body).text()
/** As a Request does that is made of a Request. */
const inTransit = (body: Given) => body.pipeThrough(new TransformStream()) as Given

it('a body gives nothing more once its fetch has failed unread, as the caller was told', async () => {
  const { sent, end } = await sending(failing)
  expect(end).toBeInstanceOf(NotSentError)
  const body = sent[0]?.body as Given
  expect(() => String(body as unknown)).toThrow('the attempt is over')
  await expect(read(body)).rejects.toThrow('the attempt is over')
})

it('a body that can be taken once gives nothing at its first pulls, which come before there is a connection, and its bytes in a new turn', async () => {
  const chunks: string[] = []
  let turn = 0
  let turnOfText: number | undefined
  const { end } = await sending(async (body) => {
    setImmediate(() => turn++)
    for await (const chunk of inTransit(body)) {
      chunks.push(new TextDecoder().decode(chunk))
      turnOfText = turn
    }
    return answer()
  })
  expect([chunks, (end as Response).status]).toEqual([['', '', '', '', 'text'], 200])
  expect(turnOfText).toBe(1)
})

it.each<[string, 'not_sent' | undefined, (body: Given) => unknown]>([
  ['was not sent where nobody asked for it', 'not_sent', () => undefined],
  ['was not sent where it was pulled once', 'not_sent', (body) => body.getReader().read()],
  [
    'was not sent where it was pulled once for each of three Requests around it',
    'not_sent',
    async (body) => {
      const reader = body.getReader()
      for (let pulls = 0; pulls < 4; pulls++) await reader.read()
    },
  ],
  [
    'was not sent where JSON was to be made of it',
    'not_sent',
    (body) => expect(() => JSON.stringify({ body })).toThrow(NotSentError),
  ],
  ['may have been sent where it was read', undefined, read],
  ['may have been sent where its text was taken', undefined, String],
])('a body that can be taken once %s, whatever the error is', async (_, proof, ask) => {
  for (const reason of [refused, new Error('reset')]) {
    const { end, told } = await sending(async (body) => {
      await ask(body)
      throw reason
    })
    expect(end).toBeInstanceOf(proof ? NotSentError : MayBeSentError)
    expect([(end as Error).cause, told]).toEqual([reason, proof])
  }
})

it('a body that can be taken once gives nothing to what asks again, and the outcome is unknown', async () => {
  for (const last of [failing, () => Promise.resolve(answer())]) {
    let second: unknown
    const { end } = await sending(async (body) => {
      void String(body as unknown)
      second = await read(body).catch((error: unknown) => error)
      return last()
    })
    expect(second).toBeInstanceOf(Error)
    expect(end).toBeInstanceOf(MayBeSentError)
    expect((end as Error).message).toContain('read the body, which is sent once')
  }
})

it('a body that can be taken once gives nothing to a fetch that sends a clone again, and its text to a log', async () => {
  const texts: string[] = []
  const { end } = await sending(async (body) => {
    const [clone, rest] = body.tee() as [Given, Given]
    const [log, again] = rest.tee() as [Given, Given]
    texts.push(await read(log), await read(inTransit(clone)))
    texts.push(await read(inTransit(again)).catch(() => 'nothing'))
    return answer()
  })
  expect(texts).toEqual(['text', 'text', 'nothing'])
  expect(end).toBeInstanceOf(MayBeSentError)
})

it('a body that can be taken once shows its text to whoever looks at the request after the answer', async () => {
  let sent: unknown
  await sending(async (body) => {
    sent = body
    await read(body)
    return answer()
  })
  expect([String(sent), String(sent)]).toEqual(['text', 'text'])
})

it.each([read, (body: Given) => Promise.resolve(String(body as unknown))])(
  'a body that can be taken once gives nothing once the time is over',
  async (ask) => {
    let got: unknown
    const asked = async (body: Given) => {
      got = await Promise.resolve(body)
        .then(ask)
        .catch((error: unknown) => error)
      throw refused
    }
    const { end, told } = await sending(asked, { stopped: true })
    expect(got).toBeInstanceOf(NotSentError)
    expect(end).toBeInstanceOf(NotSentError)
    expect(told).toBe('not_sent')
  },
)

it('a request whose body is not a stream is not begun once its time is over, and tells so until it began', async () => {
  const fetch = vi.fn<FetchLike>(() => Promise.resolve(answer()))
  const told: unknown[] = []
  let tell = (): unknown => undefined
  const onStop = (callback: () => unknown): void => void (tell = callback)
  const sent = fetchTransport((...all) => {
    told.push(tell())
    return fetch(...all)
  })(post(undefined, {}, noStop({ onStop })))
  told.push(tell())
  await sent
  expect(told).toEqual(['not_sent', undefined])
  const late = fetchTransport(fetch)(post(undefined, {}, noStop({ stopped: true })))
  await expect(late).rejects.toBeInstanceOf(NotSentError)
  expect(fetch.mock.calls.length).toBe(1)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The transport over fetch of another runtime, which is told by its globals. */
async function elsewhere(globals: Record<string, unknown>) {
  // Vitest puts `process.nextTick` back in a later tick, into whatever is `process` then.
  await new Promise((resolve) => setImmediate(resolve))
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  return (await import('../../src/transport/fetch-transport.js')).fetchTransport
}

it('elsewhere Deno reads the stream before it connects, so its error has to tell', async () => {
  const send = await elsewhere({ Deno: {} })
  const reason = new Error('x')
  for (const ask of [(body: Given) => body.getReader().read(), String]) {
    const asked: FetchLike = async (_url, { body }) => {
      await ask(body as Given)
      throw reason
    }
    await expect(send(asked)(post('text'))).rejects.toBe(reason)
  }
  // What was not even pulled never left, whatever the error says.
  const end = await send(() => Promise.reject(reason))(post('text')).catch(
    (error: unknown) => error,
  )
  expect(NotSentError.is(end)).toBe(true)
})

it.each<[string, Record<string, unknown>]>([
  ['workerd', { navigator: { userAgent: 'Cloudflare-Workers' } }],
  ['a runtime with no process', { process: undefined }],
  [
    'a runtime with a process of another runtime',
    { process: Object.create(process, { versions: { value: {} } }) as unknown },
  ],
])('elsewhere %s gets the text', async (_, globals) => {
  const init = await given('text', {}, await elsewhere(globals))
  expect([init.body, init.duplex, init.headers]).toEqual(['text', undefined, {}])
})

it('in a page a body goes out as text, whose failure proves nothing by itself', async () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {})
  const lost = new TypeError('Failed to fetch')
  const { sent, end, told } = await sending(() => Promise.reject(lost))
  expect([sent.map(({ body }) => body), end, told]).toEqual([['text'], lost, undefined])
})

/** What is read of an answer that comes in parts, and whether the rest of it was given up. */
async function reading(parts: readonly string[], limit: number, breaks = false) {
  const cancel = vi.fn(() => Promise.reject(new Error('x')))
  const left = parts.map((part) => new TextEncoder().encode(part))
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = left.shift()
      if (part) controller.enqueue(part)
      else if (breaks) controller.error(new Error('reset'))
      else controller.close()
    },
    cancel,
  })
  const send = fetchTransport(() => Promise.resolve(new Response(stream)))
  const { bytes, cut } = await (await send(post(undefined))).read(limit)
  return { text: new TextDecoder().decode(bytes), cut, isGivenUp: cancel.mock.calls.length > 0 }
}

it('a body over fetch is read whole, or up to its limit with the parts that fit, and the rest is given up', async () => {
  const whole = { text: '{"a":1}', cut: undefined, isGivenUp: false }
  expect(await reading(['{"a"', ':', '1}'], 7)).toEqual(whole)
  const cut = { cut: 'too_large', isGivenUp: true }
  expect(await reading(['{"a"', ':1}', ' ', ' ', ' '], 6)).toEqual({ text: '{"a"', ...cut })
  expect(await reading(['{"a"', ':1}', ' ', ' ', ' '], 7)).toEqual({ text: '{"a":1}', ...cut })
})

it('a body over fetch that breaks off keeps what came of it', async () => {
  const broken = { cut: 'broken', isGivenUp: false }
  expect(await reading(['{"a"', ':1'], 100, true)).toEqual({ text: '{"a":1', ...broken })
})

it('over node-fetch, whose bodies are streams of Node, an answer is read whole, or up to its limit', async () => {
  const { url, stop } = await serve((_, body) => body.repeat(2 ** 15))
  const send = fetchTransport(nodeFetch as FetchLike)
  const read = async (limit: number) => (await send(post('text', {}, noStop(), url))).read(limit)
  expect((await read(2 ** 18)).bytes.length).toBe(2 ** 17 + 2)
  expect((await read(2 ** 16)).cut).toBe('too_large')
  stop()
})
