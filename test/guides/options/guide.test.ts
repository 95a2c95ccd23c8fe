import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { signing } from '../../../openapi/guides/examples/options/own-fetch.js'
import { heldQuote, quote } from '../../support/examples.js'
import { serve } from '../../support/listen.js'

/** A service, and what it was sent. */
async function service() {
  const sent: { readonly body: string; readonly signature: unknown }[] = []
  const { url, stop } = await serve(({ headers }, body) => {
    sent.push({ body, signature: headers['x-signature'] })
    return heldQuote
  })
  onTestFinished(stop)
  return { sent, options: { baseUrl: url, auth: 'token' } }
}

it('a fetch signs a body', async () => {
  const { sent, options } = await service()
  await signing(options, 'key').createIssuerQuote(quote)
  const body = JSON.stringify(quote)
  const signature = createHmac('sha256', 'key').update(body).digest('hex')
  expect(sent).toEqual([{ body, signature }])
})

it('a fetch that refuses a request is quoted, and is not tried again', async () => {
  const { sent, options } = await service()
  let count = 0
  const stripped: typeof fetch = (url, { method, headers, body } = {}) => {
    count++
    return fetch(url, { method, headers, body } as RequestInit)
  }
  await expect(
    createClient({ ...options, fetch: stripped }).createIssuerQuote(quote),
  ).rejects.toMatchObject({
    code: 'ERR_INVALID_REQUEST',
    outcome: 'not_sent',
    message: expect.stringContaining('fetch refused it: RequestInit: duplex option') as string,
  })
  expect([count, sent]).toEqual([1, []])
})

it('a fetch that reads a body and sends it again is told where the text is', async () => {
  const { sent, options } = await service()
  const read: typeof fetch = async (url, init) => {
    await new Response(init?.body).text()
    return fetch(url, init)
  }
  await expect(createClient({ ...options, fetch: read }).createIssuerQuote(quote)).rejects.toThrow(
    'a function below the client read the body, which is sent once',
  )
  expect(sent).toEqual([])
})

it.each(['fetch failed', 'Failed to fetch'])(
  'a fetch that ends with "%s" is tried again',
  async (message) => {
    const { options } = await service()
    const broken = vi.fn(() => Promise.reject(new TypeError(message)))
    await expect(
      createClient({ ...options, fetch: broken }).createIssuerQuote(quote),
    ).rejects.toMatchObject({ code: 'ERR_CONNECTION', outcome: 'not_sent' })
    expect(broken).toHaveBeenCalledTimes(3)
  },
)
