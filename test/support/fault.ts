export const fault = (facts: object = {}, message = 'failed'): Error =>
  Object.assign(new Error(message), facts)
/** As fetch wraps what went wrong. */
export const fetchFailed = (cause?: unknown): Error => new TypeError('fetch failed', { cause })
export const several = (...errors: unknown[]): Error =>
  Object.assign(new AggregateError(errors, ''), { code: 'ECONNREFUSED' })

export const refused = fault({ code: 'ECONNREFUSED', syscall: 'connect' })
export const unreachable = fault({ code: 'ENETUNREACH', syscall: 'connect' })
export const reset = fault({ code: 'ECONNRESET', syscall: 'read' })
