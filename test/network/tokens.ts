import { check, equal } from './check.js'
import type { Context, Row } from './script.js'
import { granted, secret } from './sent.js'

const credentialsAt = ({ sdk }: Context, url: string) =>
  sdk.clientCredentials({
    tokenUrl: `${url}/oauth2/token`,
    clientId: 'client',
    clientSecret: secret,
    dangerouslyAllowBrowser: true,
  })

/** Breaks each token request, over a new connection or a used one. */
async function breakOff(context: Context, by: 'end' | 'reset', reused: boolean): Promise<void> {
  const { url, seen } = await context.script(...(reused ? [granted] : []), { by })
  const api = await context.script({ status: 401 })
  const options = { baseUrl: api.url, auth: credentialsAt(context, url) }
  // A refused token is dropped, so that the next one is asked for over the connection that is there.
  if (reused) await context.failure(context.clientOf({ ...options, maxRetries: 0 }))
  const { code } = await context.failure(context.clientOf(options))
  const requests = (await seen()).length - (reused ? 1 : 0)
  equal([code, requests], ['ERR_AUTHENTICATION', 3], `${by}${reused ? ', reused' : ''}`)
}

/** Redirects one answer of the API, and one of the token endpoint. */
async function redirect(context: Context, status: number, location: string): Promise<void> {
  const act = { status, headers: { Location: location } }
  const end = await context.endOf([act])
  // A page is not told the status of a redirect.
  check(/^ERR_API (\d+ )?unknown 1$/.test(end), `API ${status}: ${end}`)
  const [endpoint, api] = await Promise.all([context.script(act), context.script({})])
  const auth = credentialsAt(context, endpoint.url)
  const { code, outcome } = await context.failure(context.clientOf({ baseUrl: api.url, auth }))
  const seen = [(await endpoint.seen()).length, (await api.seen()).length]
  equal([code, outcome, ...seen], ['ERR_AUTHENTICATION', 'not_sent', 1, 0], `token ${status}`)
}

export const rows: readonly Row[] = [
  {
    fault: 'a token request whose connection breaks, new or used before',
    demand: 'repeated twice by the client, and by nothing else',
    everywhere: true,
    run: async (context) => {
      const ways = (['end', 'reset'] as const).flatMap((by) =>
        [false, true].map((reused) => breakOff(context, by, reused)),
      )
      await Promise.all(ways)
    },
  },
  {
    fault: '301, 302, 303, 307, 308 to another host, from API and token endpoint',
    demand: 'the other host is never contacted',
    everywhere: true,
    run: async (context) => {
      const { url, seen } = await context.script(granted)
      const location = `${url.replace('127.0.0.1', 'localhost')}/elsewhere`
      await Promise.all(
        [301, 302, 303, 307, 308].map((status) => redirect(context, status, location)),
      )
      equal((await seen()).length, 0, 'requests at the other host')
    },
  },
]
