import { limits } from '../../support/limits.js'
import { check, equal } from './check.js'
import type { Context, Failure, Row } from './script.js'
import { conversion, refId, success } from './sent.js'
import type { Step } from './step.js'

interface Outcome {
  readonly error: Failure
  readonly requests: number
}

async function call(context: Context, method: 'POST' | 'PUT', ...steps: Step[]): Promise<Outcome> {
  const { url, seen } = await context.script(...steps)
  const ends = { timeout: limits.call, totalTimeout: limits.call }
  const client = context.clientOf({ baseUrl: url, ...ends })
  const error = await context.failure(client, method)
  return { error, requests: (await seen()).length }
}

const bodies: [string, unknown][] = [
  ['', ''],
  ['<html>oops</html>', '<html>oops</html>'],
  ['{"why":"down"}', { why: 'down' }],
  ['null', null],
]

/** Sends one conversion that is answered 429, and tells the requests and the gap between them. */
async function limited(
  context: Context,
  step: Step,
): Promise<{ gaps: number[]; error: Failure | undefined }> {
  const { url, seen } = await context.script({ status: 429, ...step }, { body: '{"id":"1"}' })
  const error = await context
    .clientOf({ baseUrl: url, totalTimeout: 10_000 })
    .createStablecoinConversion(conversion)
    .then(
      () => undefined,
      (error: unknown) => error as Failure,
    )
  const requests = await seen()
  const gaps = requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))
  return { gaps, error }
}

export const rows: readonly Row[] = [
  {
    number: 5,
    fault: '500, 502, 503, 504 with empty, HTML, JSON, null body',
    demand: 'status and body kept; POST once, unknown; PUT ≤ 3',
    everywhere: true,
    run: async (context) => {
      const cases = [500, 502, 503, 504].flatMap((status) =>
        bodies.map(([body, kept]) => ({ status, body, kept })),
      )
      await Promise.all(
        cases.flatMap(({ status, body, kept }) =>
          (['POST', 'PUT'] as const).map(async (method) => {
            const { error, requests } = await call(context, method, { status, body })
            const facts = [error.code, error.status, error.body, error.outcome, requests]
            equal(facts, ['ERR_API', status, kept, 'unknown', method === 'POST' ? 1 : 3], method)
            equal(error.refId, method === 'POST' ? refId : undefined, 'refId')
          }),
        ),
      )
      return `${cases.length * 2} answers: POST 1, PUT 3 requests`
    },
  },
  {
    number: 6,
    fault: '408, 425, 405, 409, 424, 499, 400, 403, 404, 422',
    demand: 'POST rejected only by the last 4; 409 never retried',
    everywhere: true,
    run: async (context) => {
      const repeated = [408, 425]
      const undecided = [405, 409, 424, 499]
      await Promise.all(
        [408, 425, 405, 409, 424, 499, 400, 403, 404, 422].flatMap((status) =>
          (['POST', 'PUT'] as const).map(async (method) => {
            const { error, requests } = await call(context, method, { status, body: '{}' })
            const passing = repeated.includes(status)
            equal(requests, passing && method === 'PUT' ? 3 : 1, `${method} ${status} requests`)
            const unsettled = passing || (method === 'POST' && undecided.includes(status))
            equal(
              [error.status, error.outcome],
              [status, unsettled ? 'unknown' : 'rejected'],
              method,
            )
          }),
        ),
      )
      const { error } = await call(context, 'PUT', { status: 503 }, { status: 400 })
      equal([error.status, error.outcome], [400, 'unknown'], 'sticky once unknown')
      return '20 answers; 409 once; unknown stays unknown'
    },
  },
  {
    number: 9,
    fault: '200 with cut JSON, HTML, empty, null, string, array; 204',
    demand: 'never a success, unknown',
    everywhere: true,
    run: async (context) => {
      const steps: Step[] = [
        '{"id":',
        '<html></html>',
        '',
        'null',
        '"x"',
        '[{}]',
        '7',
        '\uFEFF',
      ].map((body) => ({ body }))
      const all = [...steps, { status: 204 }, { body: '/////w==', base64: true }]
      await Promise.all(
        all.flatMap((step) =>
          (['POST', 'PUT'] as const).map(async (method) => {
            const { error, requests } = await call(context, method, step)
            const facts = [error.code, error.status, error.outcome, requests]
            equal(
              facts,
              ['ERR_INVALID_RESPONSE', step.status ?? 200, 'unknown', 1],
              JSON.stringify(step),
            )
          }),
        ),
      )
      return `${all.length * 2} answers, 0 successes, 1 request each`
    },
  },
  {
    number: 27,
    fault: '421, after which the fetch standard sends again',
    demand: 'POST once, rejected',
    everywhere: true,
    run: async (context) => {
      const { url, seen } = await context.script({ status: 421, body: '{}' }, success)
      const client = context.clientOf({ baseUrl: url })
      const error = await context.failure(client)
      equal([error.status, error.outcome, error.attempts], [421, 'rejected', 1], '421')
      equal((await seen()).length, 1, 'requests')
      const [first] = await seen()
      check(first?.body === JSON.stringify(conversion), 'the body was changed')
      return 'POST 1 request, rejected'
    },
  },
  {
    number: 7,
    fault: '429 with seconds, HTTP date, fraction, garbage, −5, 9999, absent',
    demand: 'never early, never without a wait; fails at once if the wait does not fit',
    run: async (context) => {
      const after = (value: string): Step => ({ headers: { 'Retry-After': value } })
      const waits: [Step, number][] = [
        [after('1'), 1_000],
        [after('1.5'), 1_500],
        [{ retryDate: 1 }, 1_000],
        [after('0'), 1],
        [after('soon'), 1],
        [after('-5'), 1],
        [after('1e3'), 1],
        [{}, 1],
      ]
      await Promise.all(
        waits.map(async ([step, least]) => {
          const { gaps, error } = await limited(context, step)
          equal([gaps.length, error], [1, undefined], JSON.stringify(step))
          // A timer may fire a fraction of a millisecond early.
          check((gaps[0] ?? 0) >= least - 1, `${JSON.stringify(step)} waited ${gaps[0] ?? 0} ms`)
        }),
      )
      const startedAt = performance.now()
      const { gaps, error } = await limited(context, after('9999'))
      equal([gaps.length, error?.outcome, error?.retryAfter], [0, 'rejected', 9999], '9999')
      check(error?.message.includes('9999 s') === true, 'the message does not say how long')
      check(performance.now() - startedAt < 5_000, 'waited for what cannot fit')
      const unlimited = await call(context, 'POST', { status: 429 })
      equal(unlimited.requests, 2, 'without Retry-After: one try more')
      return '9 forms; 9999 s fails at once'
    },
  },
  {
    number: 10,
    fault: 'gzip cut short, not gzip at all, 200 MB body, gzip bomb',
    demand: 'typed error; memory grows by less than 50 MB',
    run: async (context) => {
      const headers = { 'Content-Encoding': 'gzip' }
      const steps: [Step, string][] = [
        // Node's fetch takes a cut gzip stream for a whole one, so the JSON is what ends too early.
        [{ fault: 'gzip-cut' }, context.transport ? 'ERR_CONNECTION' : 'ERR_INVALID_RESPONSE'],
        [{ body: 'not gzip', headers }, 'ERR_CONNECTION'],
        [{ fault: 'flood' }, 'ERR_INVALID_RESPONSE'],
        [{ fault: 'gzip-bomb' }, 'ERR_INVALID_RESPONSE'],
        [{ fault: 'flood', status: 400 }, 'ERR_API'],
      ]
      // The first call loads code, which must not count as memory of the answer.
      await call(context, 'POST', { status: 400, body: '{}' })
      await call(context, 'POST', { fault: 'gzip-cut' })
      const before = process.memoryUsage.rss()
      let peak = before
      const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2)
      for (const [step, code] of steps) {
        const { error, requests } = await call(context, 'POST', step)
        equal([error.code, requests], [code, 1], JSON.stringify(step))
        check(JSON.stringify(error.body ?? '').length <= 8_192, 'the error keeps too much')
      }
      clearInterval(sampling)
      const grown = (peak - before) / 1024 / 1024
      check(grown < 50, `memory grew by ${grown.toFixed(0)} MB`)
      return `memory grew by ${grown.toFixed(0)} MB at most`
    },
  },
]
