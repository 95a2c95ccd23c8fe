import { limits } from '../../support/limits.js'
import { check, equal } from './check.js'
import type { Context, Method, Row } from './script.js'
import { success } from './sent.js'
import type { Step } from './step.js'

/** What answers to both kinds of call have to end with; a POST is repeated after none of them. */
interface Expected {
  readonly POST: string
  readonly PUT: string
}

async function answered(
  context: Context,
  steps: readonly Step[],
  expected: (step: Step) => Expected,
) {
  await Promise.all(
    steps.flatMap((step) =>
      (['POST', 'PUT'] as const).map(async (method: Method) => {
        const ends = { timeout: limits.call, totalTimeout: limits.call }
        const end = await context.endOf([step], { method, ...ends })
        equal(end, expected(step)[method], `${method} ${JSON.stringify(step)}`)
      }),
    ),
  )
  return steps.length * 2
}

const outages = [500, 502, 503, 504].flatMap((status) =>
  ['', '<html>oops</html>', '{"why":"down"}', 'null'].map((body) => ({ status, body })),
)
const unread = ['{"id":', '<html></html>', '', 'null', '"x"', '[{}]', '7', '\uFEFF']
const unproven = ['{}', '{"error":"maintenance"}', '{"id":"","address":{"id":""}}']
const refused = [400, 403, 404, 422]

export const rows: readonly Row[] = [
  {
    fault: '500, 502, 503, 504 with empty, HTML, JSON, null body',
    demand: 'POST once, unknown; PUT ≤ 3',
    run: async (context) => {
      const count = await answered(context, outages, ({ status }) => ({
        POST: `ERR_API ${status} unknown 1`,
        PUT: `ERR_API ${status} unknown 3`,
      }))
      return `${count} answers: POST 1, PUT 3 requests`
    },
  },
  {
    fault: '408, 425, 405, 409, 424, 499, 400, 403, 404, 422',
    demand: 'POST rejected only by the last 4; 409 never retried',
    run: async (context) => {
      const steps = [408, 425, 405, 409, 424, 499, ...refused].map((status) => ({ status }))
      const count = await answered(context, steps, ({ status = 0 }) => ({
        POST: `ERR_API ${status} ${refused.includes(status) ? 'rejected' : 'unknown'} 1`,
        PUT: `ERR_API ${status} ${[408, 425].includes(status) ? 'unknown 3' : 'rejected 1'}`,
      }))
      const sticky = await context.endOf([{ status: 503 }, { status: 400 }], { method: 'PUT' })
      equal(sticky, 'ERR_API 400 unknown 2', 'sticky once unknown')
      return `${count} answers; 409 once; unknown stays unknown`
    },
  },
  {
    fault: '200 with cut JSON, HTML, empty, null, string, array, error; 204',
    demand: 'never a success, unknown',
    everywhere: true,
    run: async (context) => {
      const steps: Step[] = [...unread, ...unproven].map((body) => ({ body }))
      const more = [{ status: 204 }, { body: '/////w==', base64: true }]
      const count = await answered(context, [...steps, ...more], ({ status = 200 }) => {
        const end = `ERR_INVALID_RESPONSE ${status} unknown 1`
        return { POST: end, PUT: end }
      })
      return `${count} answers, 0 successes, 1 request each`
    },
  },
  {
    fault: '421, after which the fetch standard sends again',
    demand: 'POST once, rejected',
    everywhere: true,
    run: async (context) => {
      const end = await context.endOf([{ status: 421, body: '{}' }, success])
      equal(end, 'ERR_API 421 rejected 1', '421')
      return 'POST 1 request, rejected'
    },
  },
  {
    fault: 'gzip cut short, not gzip at all, 200 MB body, gzip bomb',
    demand: 'typed error; memory grows by less than 50 MB',
    run: async (context) => {
      const headers = { 'Content-Encoding': 'gzip' }
      // Node's fetch takes a cut gzip stream for a whole one, so the JSON is what ends too early.
      const cut = context.transport ? 'ERR_CONNECTION' : 'ERR_INVALID_RESPONSE 200'
      const steps: readonly (readonly [Step, end: string])[] = [
        [{ fault: 'gzip-cut' }, `${cut} unknown 1`],
        [{ body: 'not gzip', headers }, 'ERR_CONNECTION unknown 1'],
        [{ fault: 'flood' }, 'ERR_INVALID_RESPONSE 200 unknown 1'],
        [{ fault: 'gzip-bomb' }, 'ERR_INVALID_RESPONSE 200 unknown 1'],
        [{ fault: 'flood', status: 400 }, 'ERR_API 400 rejected 1'],
      ]
      // The first call loads code, which must not count as memory of the answer.
      for (const step of [{ status: 400, body: '{}' }, { fault: 'gzip-cut' as const }])
        await context.endOf([step])
      const before = process.memoryUsage.rss()
      let peak = before
      const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2)
      for (const [step, end] of steps) equal(await context.endOf([step]), end, JSON.stringify(step))
      clearInterval(sampling)
      const bodies = context.collected.map((thing) => (thing as { body?: unknown }).body)
      const longest = Math.max(...bodies.map((body) => JSON.stringify(body ?? '').length))
      check(longest <= 8_192, `an error keeps ${longest} characters`)
      const grown = (peak - before) / 1024 / 1024
      check(grown < 50, `memory grew by ${grown.toFixed(0)} MB`)
      return `memory grew by ${grown.toFixed(0)} MB at most`
    },
  },
]
