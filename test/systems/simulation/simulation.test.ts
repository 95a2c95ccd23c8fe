import { expect, it } from 'vitest'
import { cases } from '../../support/cases.js'
import { simulate } from './simulate.js'

const wanted = cases(100_000, 3_000)

it(`the client tells the truth of ${wanted} calls in a world where everything goes wrong`, async () => {
  const { failure, calls, outcomes } = await simulate(1, wanted)
  expect(failure).toBe('')
  expect(calls).toBeGreaterThanOrEqual(wanted)
  // Each outcome occurred: otherwise nothing was tested. A few in 50,000 calls are too rare to wait for.
  const rare = ['ERR_AUTHENTICATION unknown', 'ERR_BEFORE_SEND unknown']
  const usual = Object.keys(outcomes).filter((name) => !rare.includes(name))
  expect(usual.sort()).toEqual([
    'ERR_ABORTED not_sent',
    'ERR_ABORTED unknown',
    'ERR_API rejected',
    'ERR_API unknown',
    'ERR_AUTHENTICATION not_sent',
    'ERR_AUTHENTICATION rejected',
    'ERR_BEFORE_SEND not_sent',
    'ERR_CONNECTION not_sent',
    'ERR_CONNECTION unknown',
    'ERR_INVALID_RESPONSE unknown',
    'ERR_TIMEOUT not_sent',
    'ERR_TIMEOUT unknown',
    'success',
  ])
})
