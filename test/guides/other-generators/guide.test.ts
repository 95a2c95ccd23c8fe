import { expect, it } from 'vitest'
import { ClientError, type ClientOptions } from 'stablecoin-issuer-api'
import {
  byAxios,
  byKy,
  byOfetch,
} from '../../../openapi/guides/examples/other-generators/clients.js'
import { quote } from '../../support/examples.js'
import { answer, scripted, silence } from '../../support/scripted.js'

const path = '/v2/issuer-quote'

/** The outcome in what was thrown, or in what caused it. */
function outcomeIn(thrown: unknown): string | undefined {
  if (ClientError.is(thrown)) return thrown.outcome
  return thrown instanceof Error ? outcomeIn(thrown.cause) : undefined
}

const clients: Record<string, (options: ClientOptions, body: object) => Promise<unknown>> = {
  ky: (options, body) => byKy(options).post(path.slice(1), { json: body }).json(),
  axios: async (options, body) => (await byAxios(options).post<unknown>(path, body)).data,
  ofetch: (options, body) => byOfetch(options)(path, { method: 'POST', body }),
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

it('retries of ofetch send again what may have taken effect', async () => {
  const { sent, options } = scripted([answer(503), answer(200, { quote_id: 'q' })])
  await byOfetch(options)(path, { method: 'POST', body: quote, retry: 1 })
  expect(sent).toHaveLength(2)
})

it('a timeout of ofetch with retries says not_sent of a request that was sent', async () => {
  const { sent, options } = scripted([silence])
  const limits = { retry: 1, timeout: 20 }
  const call = byOfetch(options)(path, { method: 'POST', body: quote, ...limits })
  const thrown: unknown = await call.catch((error: unknown) => error)
  expect([outcomeIn(thrown), sent.length]).toEqual(['not_sent', 1])
})

it('a timeout of axios leaves the outcome in its cause', async () => {
  const { sent, options } = scripted([silence])
  const call = byAxios(options).post(path, quote, { timeout: 20 })
  const thrown = await call.catch((error: unknown) => error)
  expect(thrown).toMatchObject({ name: 'AxiosError', code: 'ETIMEDOUT' })
  expect([outcomeIn(thrown), sent.length]).toEqual(['unknown', 1])
})
