import { check, equal } from './check.js'
import { type Context, type Failure, type Row, send } from './script.js'
import { granted, refId, secret } from './sent.js'
import type { Step } from './step.js'

const partly = { body: '{"id":' }
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </help>; rel=preload\r\n\r\n'
const whole = `${head}Content-Length: 10\r\n\r\n{"id":"1"}`

/** How a POST ends, by what comes over HTTP/1.1 in the place of an answer; where none is named, truthfully. */
const written: Readonly<Record<string, readonly [raw: string, end?: string]>> = {
  'no HTTP': ['it was done\r\n\r\n', 'ERR_CONNECTION unknown 1'],
  'half a head': ['HTTP/1.1 200 OK\r\nContent-', 'ERR_CONNECTION unknown 1'],
  'half a chunk': [
    `${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{"id`,
    'ERR_CONNECTION unknown 1',
  ],
  '103 alone': [hints, 'ERR_CONNECTION unknown 1'],
  '103 first': [hints + whole, 'ok 1'],
  '100 first': [`HTTP/1.1 100 Continue\r\n\r\n${whole}`],
  'two answers': [whole + whole, 'ok 1'],
  'an answer with trailers': [
    `${head}Trailer: X-Digest\r\nTransfer-Encoding: chunked\r\n\r\na\r\n{"id":"1"}\r\n0\r\nX-Digest: 1\r\n\r\n`,
    'ok 1',
  ],
  'a kept connection that ends': [
    `${head}Connection: keep-alive\r\n${whole.slice(head.length)}`,
    'ok 1',
  ],
}

/** POST must be seen once and be unknown with its ref_id; PUT at most three times. */
async function broken(context: Context, steps: readonly Step[]): Promise<string> {
  const cases = steps.flatMap((step) => [false, true].map((reused) => ({ step, reused })))
  await Promise.all(
    cases.map(async ({ step, reused }) => {
      const what = JSON.stringify(step)
      equal(await context.endOf([step], { reused }), 'ERR_CONNECTION unknown 1', what)
      const put = await context.endOf([step], { reused, method: 'PUT' })
      equal(put, 'ERR_CONNECTION unknown 3', what)
    }),
  )
  return 'POST 1, PUT 3 requests; unknown, refId'
}

/** What the client repeats by itself it repeats at most twice; without that, a token request is seen once. */
async function brokenTokenRequests(context: Context): Promise<string> {
  const cases = (['close', 'reset'] as const).flatMap((fault) =>
    [false, true].flatMap((reused) => [0, 2].map((maxRetries) => ({ fault, reused, maxRetries }))),
  )
  await Promise.all(
    cases.map(async ({ fault, reused, maxRetries }) => {
      const { url, seen } = await context.script(...(reused ? [granted()] : []), { fault })
      const api = await context.script({ status: 401 })
      const auth = context.sdk.clientCredentials({
        tokenUrl: `${url}/oauth2/token`,
        clientId: 'client',
        clientSecret: secret,
        dangerouslyAllowBrowser: true,
      })
      // A refused token is dropped, so that the next one is asked for over the connection that is there.
      const clientOf = (retries: number) =>
        context.clientOf({ baseUrl: api.url, auth, maxRetries: retries })
      if (reused) await context.failure(clientOf(0))
      const client = clientOf(maxRetries)
      const { code } = await context.failure(client)
      const requests = (await seen()).length - (reused ? 1 : 0)
      const what = `${fault}${reused ? ', reused' : ''}`
      equal([code, requests], ['ERR_AUTHENTICATION', maxRetries + 1], what)
    }),
  )
  return '1 request, and 2 repeats at most'
}

const refusedIs = ({ reasonsAreHidden }: Context): string =>
  reasonsAreHidden === true ? 'unknown' : 'not_sent'

/** By how much a call settles later than a plain timer on this machine would. */
async function lateness(limit: number, call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  const reference = new Promise<number>((resolve) => {
    setTimeout(() => resolve(performance.now() - startedAt), limit)
  })
  await call()
  const took = performance.now() - startedAt
  return took / (await reference) - 1
}

export const rows: readonly Row[] = [
  {
    fault: 'connection refused, name not found',
    demand: '≤ 3 tries, not_sent',
    everywhere: true,
    run: async (context) => {
      const addresses = ['http://127.0.0.1:47311', 'http://localhost:47311', 'https://name.invalid']
      const cases = addresses.flatMap((baseUrl) =>
        (['POST', 'PUT'] as const).map((method) => ({ baseUrl, method })),
      )
      await Promise.all(
        cases.map(async ({ baseUrl, method }) => {
          const error = await context.failure(context.clientOf({ baseUrl }), method)
          equal([error.code, error.outcome], ['ERR_CONNECTION', refusedIs(context)], baseUrl)
          check(error.attempts >= 1 && error.attempts <= 3, `${error.attempts} tries`)
        }),
      )
      return `${cases.length} calls, 3 tries each at most, ${refusedIs(context)}`
    },
  },
  {
    fault: 'reset after the whole request, also on a reused connection',
    demand: 'POST once, unknown, refId; PUT ≤ 3',
    everywhere: true,
    breaks: true,
    run: (context) => broken(context, [{ fault: 'reset' }]),
  },
  {
    fault: 'close after the request; close or reset in the body',
    demand: 'as 2',
    everywhere: true,
    run: (context) =>
      broken(context, [
        { fault: 'close' },
        { fault: 'cut-close', ...partly },
        { fault: 'cut-reset', ...partly },
      ]),
  },
  {
    fault: 'a token request whose connection breaks, new or used before',
    demand: 'repeated as often as maxRetries says, by nothing else',
    everywhere: true,
    breaks: true,
    run: brokenTokenRequests,
  },
  {
    fault: 'silent server; accepted but never answered; one byte a second',
    demand: 'settles within the limit + 10 %, body included',
    run: async (context) => {
      const slow = await Promise.all([
        context.script({ fault: 'silence' }),
        context.script({ fault: 'drip', body: '{"id":"0123456789"}' }),
      ])
      const addresses = [slow[0].url, slow[0].silent, slow[1].url]
      const limits = [
        { timeout: 1_000, totalTimeout: 60_000 },
        { timeout: 60_000, totalTimeout: 1_000 },
      ]
      const late = await Promise.all(
        addresses.flatMap((baseUrl) =>
          limits.map((limit) =>
            lateness(1_000, async () => {
              const error = await context.failure(context.clientOf({ baseUrl, ...limit }))
              const facts = [error.code, error.outcome, error.refId]
              equal(facts, ['ERR_TIMEOUT', 'unknown', refId], baseUrl)
            }),
          ),
        ),
      )
      const worst = Math.max(...late)
      check(worst < 0.1, `settled ${(worst * 100).toFixed(1)} % after the limit`)
      for (const { seen } of slow) equal((await seen()).length, 2, 'requests')
      return `worst ${(worst * 100).toFixed(1)} % after the limit`
    },
  },
  {
    fault: 'an answer that is no HTTP, half of one, two of them, or comes after 100 or 103',
    demand: 'POST once; a success or unknown',
    run: async (context) => {
      for (const [what, [raw, end]] of Object.entries(written)) {
        const found = await context.endOf([{ raw }])
        equal(end ?? found, found, what)
      }
      const { url, seen } = await context.script({ raw: whole })
      const client = context.clientOf({ baseUrl: url })
      let [calls, unsent] = [0, 0]
      // Each connection ends behind an answer that does not say so, and the next call may meet that.
      for (; calls < 30; calls++)
        await send(client, 'POST').catch((error: unknown) => {
          const { outcome } = error as Failure
          if (outcome === 'not_sent') unsent++
          else equal(outcome, 'unknown', 'behind an answer')
        })
      const requests = (await seen()).length
      check(requests + unsent <= calls, `${requests} requests, ${unsent} of ${calls} not sent`)
      return `${Object.keys(written).length} answers, and ${calls} calls: ${requests} requests`
    },
  },
]
