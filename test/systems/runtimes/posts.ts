import { equal } from '../faults/check.js'
import type { Context } from '../faults/script.js'
import { conversion, granted, secret, success } from '../faults/sent.js'
import type { Step } from '../faults/step.js'

const breaks: readonly Step[] = [{ fault: 'close' }, { fault: 'reset' }]

/** How often the same POST is seen at most when its connection breaks: new or used before, a call or a request for a token. */
export async function mostPosts(context: Context): Promise<number> {
  let most = 0
  for (const step of breaks)
    for (const reused of [false, true])
      for (const seen of [calls, tokenRequests])
        most = Math.max(most, await seen(context, step, reused))
  return most
}

async function calls(context: Context, step: Step, reused: boolean): Promise<number> {
  const { url, seen } = await context.script(...(reused ? [success, step] : [step]))
  const client = context.clientOf({ baseUrl: url })
  if (reused) await client.createStablecoinConversion(conversion)
  const before = (await seen()).length
  const error = await context.failure(client)
  equal(error.outcome, 'unknown', 'outcome')
  return (await seen()).length - before
}

/** A refused token is dropped, so that the next call asks for one over the connection that is there. */
async function tokenRequests(context: Context, step: Step, reused: boolean): Promise<number> {
  const { url, seen } = await context.script(...(reused ? [granted(), step] : [step]))
  const api = await context.script({ status: 401 })
  const auth = context.sdk.clientCredentials({
    tokenUrl: `${url}/oauth2/token`,
    clientId: 'client',
    clientSecret: secret,
    dangerouslyAllowBrowser: true,
  })
  // The client itself repeats none: what is seen more than once, the runtime sent again.
  const client = context.clientOf({ baseUrl: api.url, auth, maxRetries: 0 })
  const error = await context.failure(client)
  equal(error.code, 'ERR_AUTHENTICATION', 'code')
  return (await seen()).length - (reused ? 1 : 0)
}
