import { expect, it } from 'vitest'
import { ClientError, type ClientOptions } from 'stablecoin-issuer-api'
import {
  byAxios,
  byKy,
  byOpenapiFetch,
} from '../../../openapi/guides/examples/other-generators/clients.js'
import { quote } from '../../support/scripted.js'

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

it.each(Object.entries(clients))(
  '%s over createFetch calls with the token, sends nothing that breaks a rule, and sends what may have taken effect once',
  async (_, call) => {
    const { sent, options } = serviceOf()
    await expect(call(options, { ...quote, side: 'HOLD' })).rejects.toThrow()
    expect(sent).toEqual([])
    expect(await call(options, quote)).toEqual({ quote_id: 'q' })
    expect(sent).toEqual([`POST https://api.example.com${path} Bearer tok-1234567`])
    const failing = serviceOf(503)
    const thrown = await call(failing.options, quote).catch((error: unknown) => error)
    expect([outcomeIn(thrown), failing.sent.length]).toEqual(['unknown', 1])
  },
)
