import { expect, it } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer, type NextAnswer } from 'stablecoin-issuer-api/testing'
import { convert } from '../../../openapi/guides/examples/errors-and-outcomes/handle.js'
import { conversion, unreferenced } from '../../support/examples.js'

it.each<[NextAnswer[], object, object]>([
  [[], unreferenced, { next: 'wait until it settles' }],
  [['broken'], conversion, { next: 'look it up', refId: 'r-1' }],
  [[], { ...conversion, amount: '-1' }, { next: 'correct it', issues: [{ path: ['amount'] }] }],
  [['refused'], conversion, { next: 'make the same call again' }],
  [[{ status: 422 }], conversion, { next: 'ask a person' }],
])('the guide of errors shows what to do after %j', async (answers, given, expected) => {
  const issuer = fakeIssuer()
  issuer.next('createStablecoinConversion', ...answers)
  const client = createClient({ ...issuer.options, maxRetries: 0 })
  expect(await convert(client, given as typeof conversion)).toMatchObject(expected)
})
