import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mock, startMock } from '../scripts/mock/server.js'
import { fetchToken } from './languages/token.js'
import { startServices } from './languages/services.js'

describe('the mock', () => {
  let mock: Mock
  beforeAll(async () => {
    mock = await startMock()
  })
  afterAll(() => mock.stop())

  it('answers a method that a path does not have with 405 and the one that it has', async () => {
    const answer = await fetch(`${mock.url}/v2/issuer-quote`, { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('survives a field whose name no header can hold', async () => {
    const services = await startServices()
    const { BASE_URL = '' } = services.env
    const answer = await fetch(`${BASE_URL}/v2/issuer-quote`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await fetchToken(services.env)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ '\u20ac\u0000': 1 }),
    })
    expect(answer.status).toBe(422)
    expect(answer.headers.get('sl-violations')).toContain('u20ac')
    await services.stop()
  })
})
