/**
 * Every HTTP date starts with the name of a day. `Date.parse` also takes other texts, but not the
 * same in each runtime.
 */
const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /

/**
 * Seconds that an answer asks to wait (RFC 9110, section 10.2.3). A date counts from the answer's
 * own Date, so that a wrong clock here does not matter. Undefined for what is neither seconds nor a
 * date.
 */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? ''
  if (/^\d{1,9}(\.\d{1,9})?$/.test(value)) return Number(value)
  if (!date.test(value)) return undefined
  const until = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`)
  const now = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(until)) return undefined
  return Math.max(0, (until - (Number.isNaN(now) ? Date.now() : now)) / 1000)
}
