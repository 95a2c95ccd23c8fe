import { afterEach, expect, it, vi } from 'vitest'
import { retryAfter } from '../../src/shared/headers.js'

const midnight = 'Fri, 01 Jan 2027 00:00:00 GMT'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

it.each([
  ['0', 0],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['120', 120],
  ['1.123456789', 1.123456789],
])('Retry-After %s is that many seconds', (value, seconds) =>
  expect(retryAfter(new Headers({ 'Retry-After': value }))).toBe(seconds),
)

it.each([
  ['Fri, 01 Jan 2027 00:00:30 GMT', 30],
  ['Friday, 01-Jan-27 00:01:00 GMT', 60],
  ['Fri Jan  1 01:00:00 2027', 3_600],
  ['Thu, 31 Dec 2026 23:59:59 GMT', 0],
])('Retry-After %s counts from the Date of the answer', (value, seconds) => {
  // A date without a time zone is read as UTC, whatever the machine's zone is.
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const headers = new Headers({ 'Retry-After': value, Date: midnight })
  expect(retryAfter(headers)).toBe(seconds)
})

it.each([undefined, 'no date'])('Retry-After a date counts from now where Date is %s', (date) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(midnight) - 5_000 })
  const headers = new Headers({ 'Retry-After': midnight, ...(date && { Date: date }) })
  expect(retryAfter(headers)).toBe(5)
})

// Date.parse takes '-1' and the dates without a day.
const dates = ['-1', '1 Jan 2027 00:00:30 GMT', '2027-01-01T00:00:30Z']
it.each([undefined, '', 'soon', '1s', 'Fri, garbage', ...dates])(
  'Retry-After %j is as good as none',
  (value) => {
    const headers = new Headers({ ...(value && { 'Retry-After': value }), Date: midnight })
    expect(retryAfter(headers)).toBeUndefined()
  },
)
