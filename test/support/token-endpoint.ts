import { scopes as all } from '../../generated/index.js'
import { clientCredentials, type ClientCredentialsOptions } from '../../src/index.js'
import { ended } from './scripted.js'

export { all }
export const granted = { access_token: 'tok-1', token_type: 'Bearer', expires_in: 3_600 }
export type Answer = () => Response | Promise<Response>
export const json =
  (body: unknown, status = 200, headers = {}): Answer =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

interface Seen {
  readonly url: string
  readonly headers: Headers
  readonly body: string
  readonly form: Record<string, string>
}

/** A source of tokens whose endpoint gives one answer after the other, the last one again and again. */
export function endpoint(
  answers: readonly Answer[],
  options: Partial<ClientCredentialsOptions> = {},
) {
  const seen: Seen[] = []
  const source = clientCredentials({
    tokenUrl: 'https://auth.example.com/token',
    clientId: 'me',
    clientSecret: 's3cret-1',
    scopes: all,
    fetch: (url, init) => {
      const answer = answers[Math.min(seen.length + 1, answers.length) - 1] as Answer
      // Node sends a stream, which is read as a text here.
      const body = String(init.body as unknown)
      const form = Object.fromEntries(new URLSearchParams(body))
      seen.push({ url, headers: new Headers(init.headers), body, form })
      return Promise.resolve().then(answer)
    },
    ...options,
  })
  return { source, seen }
}

/** The token, or what went wrong. */
export async function result(
  answers: readonly Answer[],
  options: Partial<ClientCredentialsOptions> = {},
) {
  const { source, seen } = endpoint(answers, options)
  return { end: await ended(source.getToken()), seen }
}
