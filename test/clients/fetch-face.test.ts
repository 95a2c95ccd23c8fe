import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopes } from '../../generated/index.js'
import { isPlain, readFirstExamples } from '../../scripts/lib/examples.js'
import type { Running } from '../../scripts/lib/running.js'
import * as sdk from '../../src/index.js'
import { type Mock, startMock } from '../../src/mock/server.js'
import { mockClient } from '../../src/mock/token-server.js'
import type { Act } from '../network/act.js'
import { startFarSide } from '../network/process.js'
import { faceClients, loadIn } from '../support/face-clients.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { toolsAreRequired } from '../support/tools.js'
import { contextOf } from '../network/script.js'

const calls = (await readFirstExamples()).filter(isPlain)
const posts = calls.filter(({ method }) => method === 'POST')

const received: string[] = []
const folder = scratchFolder()
let mock: Mock
let faults: Running
beforeAll(async () => {
  faults = await startFarSide()
  mock = await startMock({
    onRequest: ({ method = '' }, body) => {
      received.push(`${method} ${body.toString()}`)
    },
  })
})
afterAll(async () => {
  await Promise.all([mock.stop(), faults.stop()])
})

/** A fetch that tells what it rejected with: clients wrap it, or drop it. */
function ofOptions(options: sdk.ClientOptions) {
  const rejected: unknown[] = []
  const ours = sdk.createFetch(options)
  const fetch: typeof ours = (...call) =>
    ours(...call).catch((reason: unknown) => {
      rejected.push(reason)
      throw reason
    })
  return { fetch, rejected }
}

describe.each(faceClients)('$title over createFetch', (client) => {
  let loaded: Awaited<ReturnType<typeof loadIn>>
  beforeAll(async () => {
    loaded = await loadIn(client, folder)
  }, 300_000)

  /** The client over a fetch of ours; a generator that cannot be had is skipped by name. */
  const over = (skip: (note: string) => never, options: sdk.ClientOptions) => {
    if (!('make' in loaded)) {
      if (toolsAreRequired) throw new Error(loaded.absent)
      return skip(`${client.title} could not be installed`)
    }
    const { fetch, rejected } = ofOptions(options)
    return { call: loaded.make(options.baseUrl, fetch), rejected }
  }

  it('makes the documented calls with a token of the token server', async ({ skip }) => {
    const { id: clientId, secret: clientSecret } = mockClient
    const auth = sdk.clientCredentials({ tokenUrl: mock.tokenUrl, clientId, clientSecret, scopes })
    const { call } = over(skip, { baseUrl: mock.url, auth, generateRefId: false })
    received.length = 0
    for (const { request: body, response, ...one } of calls)
      expect(await call({ ...one, body })).toMatchObject({ status: 200, data: response })
    expect(received).toEqual(
      calls.map(({ method, request }) => `${method} ${JSON.stringify(request)}`),
    )
  })

  it('reads what the service refused as its own answer', async ({ skip }) => {
    for (const { request: body, ...one } of calls) {
      const { url, seen } = await context().script(refusal)
      const { call } = over(skip, { baseUrl: url, auth: 'token' })
      expect(await call({ ...one, body })).toMatchObject({ status: 422, data: { why: 'no' } })
      expect(await seen()).toHaveLength(1)
    }
  })

  it.for<[string, Act]>([
    ['503', { status: 503, body: '{"why":"later"}' }],
    ['a hang', { by: 'silence' }],
    ['a reset', { by: 'reset' }],
  ])('gets an error after %s, and sends a POST once', async ([, step], { skip }) => {
    for (const { request: body, ...one } of posts) {
      const { url, seen } = await context().script(step)
      const { call, rejected } = over(skip, { baseUrl: url, auth: 'token', timeout: 1_000 })
      await expect(call({ ...one, body })).rejects.toThrow()
      expect(rejected).toHaveLength(1)
      expect(rejected[0]).toBeInstanceOf(sdk.ClientError)
      expect(rejected[0]).toMatchObject({ outcome: 'unknown', attempts: 1 })
      expect((await seen()).map(({ method }) => method)).toEqual(['POST'])
    }
  })
})

const context = () => contextOf({ sdk, control: faults.url, collected: [] })
const refusal: Act = { status: 422, body: '{"why":"no"}' }
