// An empty list of another account proves nothing: of other fields, of other headers, of another client of the same journal.

import { expect, it } from 'vitest'
import type { provider as own } from '../../generated/index.js'
import {
  type CallOptions,
  createClient,
  type Transport,
  type TransportRequest,
} from '../../src/index.js'
import type { Journal } from '../../src/journal.js'
import { conversion } from '../support/examples.js'
import { journalIn, kinds, leave } from '../support/journal.js'
import { providerOf } from '../support/provider-of.js'
import { answer, scripted } from '../support/scripted.js'

type Own = typeof own

const [kind] = kinds

const findConversions = {
  '/v2/bank/conversions': {
    get: {
      operationId: 'findConversions',
      parameters: [{ name: 'ref_id', in: 'query', schema: { type: 'string' } }],
      responses: {
        '200': {
          description: 'Those.',
          content: {
            'application/json': {
              schema: {
                type: 'array',
                items: { $ref: '#/components/schemas/StablecoinConversion' },
              },
            },
          },
        },
      },
    },
  },
}
const lookUp = { operationId: 'findConversions', parameters: { ref_id: '$request.body#/ref_id' } }
const provider = providerOf(
  { target: '$.paths', update: findConversions },
  {
    target: "$.paths['/v2/conversion/stablecoins'].post.responses['200']",
    update: { links: { lookUp } },
  },
)
type Sent = Readonly<Record<string, string>>

/** A service that lists only what was made with these values of the request, or of its headers. */
async function service(shows: (request: TransportRequest, sent: Sent) => boolean, more = {}) {
  const conversions: Sent[] = []
  const state = { isLost: false }
  const transport: Transport = (request) => {
    const { method, body, url } = request
    if (method === 'POST') {
      const sent = JSON.parse(body ?? '') as Sent
      const one = { ...sent, id: `c-${conversions.length + 1}` }
      conversions.push({ ...one, header: request.headers['x-account'] ?? 'main' })
      if (!state.isLost) return answer(200, one)(request)
      state.isLost = false
      return Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    }
    const wanted = new URL(url).searchParams.get('ref_id')
    const all = conversions.filter((one) => one['ref_id'] === wanted && shows(request, one))
    return answer(
      200,
      all.map((one) => ({ ...one, header: undefined })),
    )(request)
  }
  const opened = await journalIn(kind, more)
  const given = await provider
  const open = (journal: Journal, headers?: Readonly<Record<string, string>>) => {
    const options = { baseUrl: 'https://bank.example', auth: 'tok-1234567', maxRetries: 0 }
    const client = createClient({
      ...options,
      ...(headers && { headers }),
      provider: given as Own,
      transport,
      journal,
    })
    return (ref_id: string, body: object = {}, more: CallOptions = {}): Promise<unknown> =>
      client
        .createStablecoinConversion({ ...conversion, ...body, ref_id }, more)
        .catch((error: unknown) => error)
  }
  const copies = () => conversions.filter((one) => one['ref_id'] === 'lost').length
  return { ...opened, open, state, copies }
}
const unproven = { code: 'ERR_SENT_BEFORE', outcome: 'unknown' }

it.each<[string, field: string, cipher?: boolean]>([
  ['profile', 'profile_id'],
  ['account', 'account_id'],
  ['identity', 'identity_id'],
  ['profile, in rows that are encrypted', 'profile_id', true],
])(
  'an empty list that shows the %s of the credentials alone proves nothing of another',
  async (_, field, isEncrypted) => {
    const own = conversion as object as Sent
    const seal = {
      encrypt: (text: string, context: string) => `${context}|${btoa(encodeURIComponent(text))}`,
      decrypt: (text: string, context: string) =>
        decodeURIComponent(atob(text.slice(context.length + 1))),
    }
    const shows = (_request: TransportRequest, sent: Sent) => sent[field] === own[field]
    const world = await service(shows, isEncrypted ? seal : {})
    const call = world.open(world.journal)
    const other = { [field]: 'another' }
    await call('before-other', other)
    // The nearest success is of the own account.
    await call('before')
    world.state.isLost = true
    expect(await call('lost', other)).toMatchObject({ outcome: 'unknown' })
    await call('after')
    await world.expire()
    const message = expect.stringContaining('nor does it find before-other, which has') as string
    const failed = [{ refId: 'lost', error: { message } }]
    expect(await world.journal.settle()).toMatchObject({ never_came: 0, failed })
    expect(await call('lost', other)).toMatchObject(unproven)
    expect(world.copies()).toBe(1)
  },
)

const byHeader = (request: TransportRequest, sent: Sent): boolean =>
  sent['header'] === (request.headers['x-account'] ?? 'main')

it('an empty list proves nothing of a call that was given a header, unless the same call looks it up', async () => {
  const world = await service(byHeader)
  const call = world.open(world.journal)
  const second = { headers: { 'X-Account': 'second' } }
  for (const options of [{}, second]) await call(`before ${JSON.stringify(options)}`, {}, options)
  world.state.isLost = true
  // The look-up of the call goes with its headers.
  expect(await call('lost', {}, second)).toMatchObject({ ref_id: 'lost' })
  await world.change("state = 'unknown', data = NULL, lease = 0 WHERE reference = 'lost'")
  const settled = world.open(await world.again())
  const message = expect.stringContaining('goes with other headers than this call') as string
  const failed = [{ refId: 'lost', error: { message } }]
  expect(await world.journal.settle()).toMatchObject({ never_came: 0, failed })
  // Of another account, it is another call.
  expect(await settled('lost')).toMatchObject({ code: 'ERR_REFERENCE_REUSED', fields: ['headers'] })
  expect(await settled('lost', {}, second)).toMatchObject({ ref_id: 'lost' })
  expect(world.copies()).toBe(1)
})

it('an empty list by the headers of another client proves nothing, though both have one journal', async () => {
  const world = await service(byHeader)
  const [main, second] = ['main', 'second'].map((account) =>
    world.open(world.journal, { 'X-Account': account }),
  )
  for (const call of [main, second]) await call?.(`before ${String(call === main)}`)
  world.state.isLost = true
  const isBlind = { ...world.journal, lookUp: () => Promise.resolve(undefined) }
  expect(await world.open(isBlind, { 'X-Account': 'second' })('lost')).toMatchObject({
    outcome: 'unknown',
  })
  await world.expire()
  // A process that has the other client alone cannot tell; this one has both.
  const other = await world.again()
  world.open(other, { 'X-Account': 'main' })
  expect(await other.settle()).toMatchObject({ never_came: 0, left: 1 })
  world.open(world.journal, { 'X-Account': 'main' })
  expect(await world.journal.settle()).toMatchObject({ succeeded: 1, failed: [] })
  expect(world.copies()).toBe(1)
  // The same reference in the other account is another call.
  expect(await main?.('lost')).toMatchObject({ code: 'ERR_REFERENCE_REUSED', fields: ['headers'] })
  expect(await second?.('lost')).toMatchObject({ ref_id: 'lost' })
})

it('the option account stands for the headers of the clients, which may change', async () => {
  const world = await service(() => true, { account: 'acme' })
  const call = (version: string) => world.open(world.journal, { 'X-App-Version': version })
  const first = await call('1')('before')
  expect(await call('2')('before')).toEqual(first)
  await leave(world.journal, 'lost')
  await world.expire()
  expect(await world.journal.settle()).toMatchObject({ never_came: 1, failed: [] })
})

it('a parameter that names no account may differ when a call is made again', async () => {
  const signature = { name: 'X-Signature', in: 'header', 'x-account': false }
  const provider = await providerOf({
    target: "$.paths['/v2/conversion/stablecoins'].post",
    update: { parameters: [{ ...signature, schema: { type: 'string' } }] },
  })
  const { journal } = await journalIn(kind)
  const made = { ...conversion, id: 'c-1' }
  const { client, sent } = scripted([answer(200, made)], { journal, provider: provider as Own })
  for (const value of ['a', 'b'])
    expect(
      await client.createStablecoinConversion({ ...conversion, 'X-Signature': value } as never),
    ).toEqual(made)
  expect(sent).toHaveLength(1)
})
