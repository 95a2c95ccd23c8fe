import { ClientError, type ClientOptions } from 'stablecoin-issuer-api'
import { describe, expect, it } from 'vitest'
import { quote } from '../../support/scripted.js'
import { byAxios, byKy, byOpenapiFetch } from './clients.js'

const path = '/v2/issuer-quote'

/** A service that answers with a status, and what it was sent. */
function serviceOf(status = 200) {
  const sent: string[] = []
  const options: ClientOptions = {
    baseUrl: 'https://api.example.com',
    auth: 'tok-1234567',
    fetch: (url, init) => {
      sent.push(`${init.method} ${url} ${new Headers(init.headers).get('authorization') ?? ''}`)
      return Promise.resolve(Response.json({ quote_id: 'q' }, { status }))
    },
  }
  return { sent, options }
}

/** The outcome in what was thrown, or in what caused it. */
function outcomeIn(thrown: unknown): string | undefined {
  if (ClientError.is(thrown)) return thrown.outcome
  return thrown instanceof Error ? outcomeIn(thrown.cause) : undefined
}

const clients: Record<string, (options: ClientOptions, body: object) => Promise<unknown>> = {
  'openapi-fetch': async (options, body) => {
    const { data } = await byOpenapiFetch(options).POST(path, { body: body as typeof quote })
    return data
  },
  ky: (options, body) => byKy(options).post(path.slice(1), { json: body }).json(),
  axios: async (options, body) => (await byAxios(options).post<unknown>(path, body)).data,
}

describe.each(Object.entries(clients))('%s over createFetch', (_, call) => {
  it('calls with the token, once', async () => {
    const { sent, options } = serviceOf()
    expect(await call(options, quote)).toEqual({ quote_id: 'q' })
    expect(sent).toEqual([`POST https://api.example.com${path} Bearer tok-1234567`])
  })

  it('sends nothing that breaks a rule', async () => {
    const { sent, options } = serviceOf()
    await expect(call(options, { ...quote, side: 'HOLD' })).rejects.toThrow()
    expect(sent).toEqual([])
  })

  it('does not send again what may have taken effect', async () => {
    const { sent, options } = serviceOf(503)
    const thrown = await call(options, quote).catch((error: unknown) => error)
    expect(outcomeIn(thrown)).toBe('unknown')
    expect(sent).toHaveLength(1)
  })
})
