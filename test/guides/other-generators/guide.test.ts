import { expect, it } from 'vitest'
import { ClientError, type ClientOptions } from 'stablecoin-issuer-api'
import { byAxios, byKy } from '../../../openapi/guides/examples/other-generators/clients.js'
import { quote } from '../../support/examples.js'
import { answer, scripted } from '../../support/scripted.js'

const path = '/v2/issuer-quote'

/** The outcome in what was thrown, or in what caused it. */
function outcomeIn(thrown: unknown): string | undefined {
  if (ClientError.is(thrown)) return thrown.outcome
  return thrown instanceof Error ? outcomeIn(thrown.cause) : undefined
}

const clients: Record<string, (options: ClientOptions, body: object) => Promise<unknown>> = {
  ky: (options, body) => byKy(options).post(path.slice(1), { json: body }).json(),
  axios: async (options, body) => (await byAxios(options).post<unknown>(path, body)).data,
}

it.each(Object.entries(clients))(
  '%s over createFetch calls with the token, sends nothing that breaks a rule, and sends what may have taken effect once',
  async (_, call) => {
    const { sent, options } = scripted([answer(200, { quote_id: 'q' }), answer(503)])
    await expect(call(options, { ...quote, side: 'HOLD' })).rejects.toThrow()
    expect(sent).toEqual([])
    expect(await call(options, quote)).toEqual({ quote_id: 'q' })
    const headers = { authorization: 'Bearer tok-1234567' }
    expect(sent).toMatchObject([{ method: 'POST', url: `https://api.example.com${path}`, headers }])
    const thrown = await call(options, quote).catch((error: unknown) => error)
    expect([outcomeIn(thrown), sent.length]).toEqual(['unknown', 2])
  },
)
