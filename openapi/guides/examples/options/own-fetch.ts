import { createHmac } from 'node:crypto'
import { type ClientOptions, createClient } from 'stablecoin-issuer-api'

/** Signs each body. The text that was read has to be sent, since the body itself is read once. */
export const signing = (options: ClientOptions, key: string) =>
  createClient({
    ...options,
    fetch: async (url, init) => {
      if (!init.body) return fetch(url, init)
      const body = await new Response(init.body).text()
      const headers = new Headers(init.headers)
      // undici, where it is loaded first, refuses the length of a text that it is told twice.
      headers.delete('content-length')
      headers.set('x-signature', createHmac('sha256', key).update(body).digest('hex'))
      return fetch(url, { ...init, body, headers })
    },
  })
