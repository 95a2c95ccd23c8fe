import { expect, it } from 'vitest'
import { ApiError } from '../../src/index.js'
import { madeParcel, madePostage, parcel, postage, scripted } from '../support/parcels/calls.js'
import { answer } from '../support/scripted.js'

const data = { ...madePostage, ...madeParcel, rate: '4000.10' }
const ok = answer(200, data, { 'content-type': 'application/json' })

it('a call sends the documented request and gives the data', async () => {
  const auth = () => Promise.resolve('tok-1')
  const baseUrl = 'https://api.example.com/gateway/'
  const { client, sent } = scripted([ok], { baseUrl, auth })
  expect(await client.quotePostage(postage)).toEqual(data)
  expect(sent.map((request) => ({ ...request }))).toMatchObject([
    {
      method: 'POST',
      url: 'https://api.example.com/gateway/v1/postage',
      headers: {
        authorization: 'Bearer tok-1',
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(postage),
    },
  ])
})

it('a call works when the methods are taken out of the client', async () => {
  const { quotePostage } = scripted([ok]).client
  expect(await quotePostage(postage)).toEqual(data)
})

it('a call gives status, headers, attempts and refId beside the data', async () => {
  const call = scripted([ok]).client.createParcel(parcel)
  const whole = await call.withResponse()
  expect(whole).toMatchObject({ data, status: 200, attempts: 1, refId: 'r-1' })
  expect(whole.headers.get('content-type')).toBe('application/json')
})

it('a call leaves no unhandled rejection when only the whole result is awaited', async () => {
  const unhandled: unknown[] = []
  const listen = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', listen)
  const { client } = scripted([answer(403)])
  await expect(client.quotePostage(postage).withResponse()).rejects.toBeInstanceOf(ApiError)
  await new Promise((resolve) => setTimeout(resolve, 10))
  process.off('unhandledRejection', listen)
  expect(unhandled).toEqual([])
})
