import { afterEach, expect, it, vi } from 'vitest'
import { cases } from '../../support/cases.js'
import { failureText } from './report.js'
import { hashOf, replay, simulate } from './simulate.js'

afterEach(() => {
  vi.doUnmock('../../../src/shared/deadline.js')
  vi.resetModules()
})

const wanted = cases(100_000, 20_000)

it(`the client tells the truth of ${wanted} calls in a world where everything goes wrong`, async () => {
  const { failures, calls, outcomes } = await simulate(1, wanted)
  expect(failures.map((failure) => failureText(1, failure)).join('\n\n')).toBe('')
  expect(calls).toBeGreaterThanOrEqual(wanted)
  // Each outcome occurred: otherwise nothing was tested. Three in 50,000 calls are too rare to wait for.
  const usual = Object.keys(outcomes).filter((name) => name !== 'ERR_MISSING_SCOPE unknown')
  expect(usual.sort()).toEqual([
    'ERR_ABORTED not_sent',
    'ERR_ABORTED unknown',
    'ERR_API rejected',
    'ERR_API unknown',
    'ERR_AUTHENTICATION not_sent',
    'ERR_AUTHENTICATION rejected',
    'ERR_AUTHENTICATION unknown',
    'ERR_CONNECTION not_sent',
    'ERR_CONNECTION unknown',
    'ERR_INVALID_REQUEST not_sent',
    'ERR_INVALID_RESPONSE unknown',
    'ERR_MISSING_SCOPE not_sent',
    'ERR_TIMEOUT not_sent',
    'ERR_TIMEOUT unknown',
    'success',
  ])
})

it('the same happens for the same seed, and something else for another', async () => {
  const [first, again, other] = [await replay(1, 7), await replay(1, 7), await replay(2, 7)]
  expect(first.trace.length).toBeGreaterThan(100)
  expect(again.trace).toEqual(first.trace)
  expect(hashOf(again)).toBe(hashOf(first))
  expect(hashOf(other)).not.toBe(hashOf(first))
})

it('a failure is printed with how to see it again, and it is the same one', async () => {
  vi.resetModules()
  // A client that ignores Retry-After and sends again at once.
  vi.doMock('../../../src/shared/deadline.js', async (original) => ({
    ...(await original<object>()),
    wait: () => Promise.resolve(),
  }))
  const impatient = await import('./simulate.js')
  const { failures } = await impatient.simulate(1, 5_000)
  const [failure] = failures
  if (failure === undefined) throw new Error('a client that does not wait was not found')
  expect(failure.violations.join('\n')).toMatch(/sent 0\.0 ms later/)
  const printed = failureText(1, failure)
  const [, seed, world] = /test:simulation -- --seed (\d+) --world (\d+)$/.exec(printed) ?? []
  const again = await impatient.replay(Number(seed), Number(world))
  expect(again.violations).toEqual(failure.violations)
  expect(hashOf(again)).toBe(hashOf(failure))
})
