import type { TransportRequest } from '../../src/index.js'

/** What ends an attempt that nothing ends. */
export function noStop(changed: Partial<TransportRequest['stop']> = {}) {
  const { signal } = new AbortController()
  return { signal, deadline: Infinity, stopped: false, onStop: () => undefined, ...changed }
}
