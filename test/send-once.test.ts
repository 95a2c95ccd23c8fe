import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../src/index.js'
import { fetchOnce } from '../src/transport/send-once.js'

const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const

interface Sent {
  readonly body: unknown
  readonly duplex: unknown
}

/** A client in a page, and what its fetch was given. `network` is what becomes of a request. */
function inPage(baseUrl: string, network: (sent: Sent) => Promise<Response>) {
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {})
  const sent: Sent[] = []
  const client = createClient({
    baseUrl,
    auth: 'token',
    fetch: (_url, init) => {
      const { body, duplex } = init as RequestInit & { duplex?: unknown }
      sent.push({ body, duplex })
      return network({ body, duplex })
    },
  })
  return { client, sent }
}

const isStream = (body: unknown): body is ReadableStream => body instanceof ReadableStream
const answer = (): Response => Response.json({ quote_id: 'q' })
/** A request of which nothing but the body matters. */
const post = {
  method: 'POST',
  headers: {},
  signal: new AbortController().signal,
  redirect: 'manual',
} as const
const failed = (): TypeError => new TypeError('Failed to fetch')

describe('in Node', () => {
  /** What a fetch is given to send. */
  async function given(body: string | undefined, headers: Record<string, string> = {}) {
    const fetch = vi.fn(() => Promise.resolve(answer()))
    await fetchOnce(fetch, 'http://127.0.0.1:1/', { ...post, headers }, body)
    const [url, init] = fetch.mock.calls[0] as unknown as [
      string,
      RequestInit & { duplex?: string },
    ]
    expect([fetch.mock.calls.length, url, init.method]).toEqual([1, 'http://127.0.0.1:1/', 'POST'])
    return init
  }

  it('a body goes out as a stream of known length, which its fetch cannot send again', async () => {
    const text = '{"name":"Zürich"}'
    const init = await given(text, { accept: 'application/json' })
    expect([isStream(init.body), init.duplex]).toEqual([true, 'half'])
    expect(init.headers).toEqual({ accept: 'application/json', 'content-length': '18' })
    expect(String(init.body as unknown)).toBe(text)
    expect(await new Response(init.body ?? null).text()).toBe(text)
  })

  it('a request without a body has none', async () => {
    const init = await given(undefined)
    expect([init.body, init.headers, 'duplex' in init]).toEqual([null, {}, false])
  })

  it('nothing of a polluted Object.prototype is part of a request', async () => {
    const prototype = Object.prototype as unknown as Record<string, unknown>
    prototype['credentials'] = 'include'
    try {
      expect((await given('x')).credentials).toBeUndefined()
      expect((await given(undefined)).credentials).toBeUndefined()
    } finally {
      delete prototype['credentials']
    }
  })
})

describe('elsewhere', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  /** The body that fetch gets when the globals look like those of another runtime. */
  async function given(globals: Record<string, unknown>) {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    vi.resetModules()
    const there = await import('../src/transport/send-once.js')
    const fetch = vi.fn(() => Promise.resolve(answer()))
    await there.fetchOnce(fetch, 'http://127.0.0.1:1/', post, 'text')
    const [, init] = fetch.mock.calls[0] as unknown as [string, RequestInit & { duplex?: string }]
    return init
  }

  it.each(['Deno', 'Bun'])('%s gets a stream, which it cannot send again', async (name) => {
    const init = await given({ [name]: {} })
    expect([isStream(init.body), init.duplex, init.headers]).toEqual([true, 'half', {}])
    expect(await new Response(init.body ?? null).text()).toBe('text')
  })

  it.each<[string, unknown]>([
    ['no process', undefined],
    ['a process of no version', {}],
    ['a process of another runtime', { versions: {} }],
  ])('a runtime with %s gets the text', async (_, process) => {
    const init = await given({ process })
    expect([init.body, init.duplex, init.headers]).toEqual(['text', undefined, {}])
  })
})

describe('in a page', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('a body goes out as a stream, which a browser cannot send a second time', async () => {
    const bodies: string[] = []
    const { client, sent } = inPage('https://api.example.com', async ({ body }) => {
      bodies.push(await new Response(body as BodyInit).text())
      return answer()
    })
    await client.createIssuerQuote(quote)
    expect(sent.map(({ body, duplex }) => [isStream(body), duplex])).toEqual([[true, 'half']])
    expect(JSON.parse(bodies[0] ?? '')).toEqual(quote)
  })

  it('a stream that was never read goes out as text: the connection speaks HTTP/1.1', async () => {
    const { client, sent } = inPage('https://api.example.com', ({ body }) =>
      isStream(body) ? Promise.reject(failed()) : Promise.resolve(answer()),
    )
    const { attempts } = await client.createIssuerQuote(quote).withResponse()
    expect(attempts).toBe(1)
    expect(sent.map(({ body }) => isStream(body))).toEqual([true, false])
    expect(sent[1]?.body).toBe(JSON.stringify(quote))
  })

  it('a stream that was read never goes out again: the outcome is unknown', async () => {
    const { client, sent } = inPage('https://api.example.com', async ({ body }) => {
      await new Response(body as BodyInit).text()
      throw failed()
    })
    const call = client.createIssuerQuote(quote)
    await expect(call).rejects.toMatchObject({ code: 'ERR_CONNECTION', outcome: 'unknown' })
    expect(sent).toHaveLength(1)
  })

  it('what was aborted never goes out again', async () => {
    const controller = new AbortController()
    const { client, sent } = inPage('https://api.example.com', () => {
      controller.abort()
      return Promise.reject(failed())
    })
    const call = client.createIssuerQuote(quote, { signal: controller.signal })
    await expect(call).rejects.toMatchObject({ code: 'ERR_ABORTED' })
    expect(sent).toHaveLength(1)
  })

  it('text goes out over plain http, and where streams are not supported', async () => {
    const mock = inPage('http://127.0.0.1:4010', () => Promise.resolve(answer()))
    await mock.client.createIssuerQuote(quote)
    expect(mock.sent.map(({ body }) => body)).toEqual([JSON.stringify(quote)])
    for (const headers of [new Headers({ 'Content-Type': 'text/plain' }), new Headers()]) {
      class OldRequest {
        readonly headers = headers
      }
      vi.stubGlobal('Request', OldRequest)
      const old = inPage('https://api.example.com', () => Promise.resolve(answer()))
      await old.client.createIssuerQuote(quote)
      expect(old.sent.map(({ body }) => body)).toEqual([JSON.stringify(quote)])
    }
  })

  it('a stream that was never read goes out as text', async () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    const fetch = vi.fn((_url: unknown, { body }: { body?: unknown } = {}) =>
      isStream(body) ? Promise.reject(failed()) : Promise.resolve(answer()),
    )
    await fetchOnce(fetch, 'https://api.example.com', post, 'text')
    expect(fetch.mock.calls.map(([, init]) => isStream(init?.body))).toEqual([true, false])
  })
})
