import { check, equal } from './check.js'
import { type Context, type Row, send } from './script.js'
import { refId, success } from './sent.js'
import type { Step } from './step.js'

/** POST must be seen once and be unknown with its ref_id; PUT at most three times. */
async function brokenExchange(context: Context, step: Step, reused: boolean): Promise<void> {
  const steps = reused ? [success, step] : [step]
  for (const method of ['POST', 'PUT'] as const) {
    const { url, seen } = await context.script(...steps)
    const client = context.clientOf({ baseUrl: url })
    const call = () => send(client, method)
    if (reused) await call()
    const before = (await seen()).length
    const error = await context.failureOf(call())
    const requests = (await seen()).slice(before)
    const what = `${method} after ${JSON.stringify(step)}`
    equal(error.code, 'ERR_CONNECTION', what)
    equal(error.outcome, 'unknown', what)
    equal(requests.length, method === 'POST' ? 1 : 3, `${what}: requests`)
    if (method === 'POST') equal([error.refId, error.attempts], [refId, 1], what)
  }
}

async function refused(context: Context, baseUrl: string): Promise<void> {
  const client = context.clientOf({ baseUrl })
  for (const method of ['POST', 'PUT'] as const) {
    const error = await context.failure(client, method)
    equal([error.code, error.outcome], ['ERR_CONNECTION', refusedIs(context)], baseUrl)
    check(error.attempts >= 1 && error.attempts <= 3, `${error.attempts} tries`)
  }
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
    number: 1,
    fault: 'connection refused, name not found',
    demand: '≤ 3 tries, not_sent',
    everywhere: true,
    run: async (context) => {
      await Promise.all([
        refused(context, 'http://127.0.0.1:47311'),
        refused(context, 'https://name.invalid'),
      ])
      return `4 calls, 3 tries each at most, ${refusedIs(context)}`
    },
  },
  {
    number: 2,
    fault: 'reset after the whole request, also on a reused connection',
    demand: 'POST once, unknown, refId; PUT ≤ 3',
    everywhere: true,
    run: async (context) => {
      await Promise.all(
        [false, true].map((reused) => brokenExchange(context, { fault: 'reset' }, reused)),
      )
      return 'POST 1, PUT 3 requests; unknown, refId'
    },
  },
  {
    number: 3,
    fault: 'close after the request; close or reset in the body',
    demand: 'as 2',
    everywhere: true,
    run: async (context) => {
      const steps: Step[] = [
        { fault: 'close' },
        { fault: 'cut-close', body: '{"id":' },
        { fault: 'cut-reset', body: '{"id":' },
      ]
      await Promise.all(
        steps.flatMap((step) =>
          [false, true].map((reused) => brokenExchange(context, step, reused)),
        ),
      )
      return 'POST 1, PUT 3 requests; unknown, refId'
    },
  },
  {
    number: 4,
    fault: 'silent server; accepted but never answered; one byte a second',
    demand: 'settles within the limit + 10 %, body included',
    run: async (context) => {
      const slow = await Promise.all([
        context.script({ fault: 'silence' }),
        context.script({ fault: 'drip', body: '{"id":"0123456789"}' }),
      ])
      const addresses = [slow[0].url, slow[0].silent, slow[1].url]
      const late = await Promise.all(
        addresses.flatMap((baseUrl) =>
          [
            { timeout: 1_000, totalTimeout: 60_000 },
            { timeout: 60_000, totalTimeout: 1_000 },
          ].map((limits) =>
            lateness(1_000, async () => {
              const client = context.clientOf({ baseUrl, ...limits })
              const error = await context.failure(client)
              equal(
                [error.code, error.outcome, error.refId],
                ['ERR_TIMEOUT', 'unknown', refId],
                baseUrl,
              )
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
]
