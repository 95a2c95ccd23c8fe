import { ClientError } from '../../../src/index.js'
import { createPathClient } from '../../../src/openapi-fetch.js'
import { check, equal } from './check.js'
import type { Context, Row } from './script.js'
import { conversion, token } from './sent.js'

const path = '/v2/conversion/stablecoins'

/** Refusals that are nested so deep that what walks them by recursion ends with a RangeError. */
const refusals: Readonly<Record<string, string>> = Object.fromEntries(
  [100, 3_900, 5_000, 100_000].flatMap((depth) => [
    [`lists ${depth} deep`, '['.repeat(depth) + ']'.repeat(depth)],
    [`objects ${depth} deep`, '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)],
  ]),
)

async function deepRefusals(context: Context): Promise<string> {
  const { sdk, transport } = context
  for (const [what, body] of Object.entries(refusals)) {
    const { url, seen } = await context.script({ status: 400, body })
    const options = { baseUrl: url, auth: token, ...(transport && { transport }) }
    const client = context.clientOf({ baseUrl: url })
    const error = await context.failure(client)
    equal([error.code, error.outcome, error.status], ['ERR_API', 'rejected', 400], what)

    const send = sdk.createFetch(options)
    const request = { method: 'POST', body: JSON.stringify(conversion) }
    const answer = await send(path, request).then(statusOf, clientError)
    equal(answer, { status: 400, outcome: 'rejected' }, `fetch, ${what}`)

    const paths = createPathClient(options)
    const call = paths.POST(path, { body: conversion }).then(({ response }) => statusOf(response))
    equal(await call.catch(clientError), { status: 400, outcome: 'rejected' }, `paths, ${what}`)
    equal((await seen()).length, 3, `${what}: requests`)
  }
  return `${Object.keys(refusals).length} refusals by 3 ways in: rejected, no raw error`
}

interface Refusal {
  readonly status: unknown
  readonly outcome: string
}

/** A response is what the service refused: everything else rejects. */
const statusOf = ({ status }: Response): Refusal => ({ status, outcome: 'rejected' })

/** What a way in rejected with, which has to be an error of ours. */
function clientError(reason: unknown): Refusal {
  check(reason instanceof ClientError, `a raw error: ${String(reason)}`)
  return { status: 'status' in reason ? reason.status : undefined, outcome: reason.outcome }
}

export const rows: readonly Row[] = [
  {
    number: 43,
    fault: 'a refusal nested 100 to 100,000 deep, by methods, createFetch and paths',
    demand: 'rejected, status 400; never a raw error',
    run: deepRefusals,
  },
]
