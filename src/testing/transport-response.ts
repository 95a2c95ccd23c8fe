import type { TransportRequest, TransportResponse } from '../transport/transport.js'
import { defaultMilliseconds } from './faults.js'
import type { Reply } from './service.js'

/** A reply as a transport gives it, or the failure that was queued in its place. */
export async function transportResponse(
  { status, headers, text, queued = {} }: Reply,
  request: TransportRequest,
): Promise<TransportResponse> {
  const { fault, milliseconds = defaultMilliseconds.slow } = queued
  if (fault === 'refused') throw systemError('connect', 'ECONNREFUSED')
  if (fault === 'broken') throw systemError('read', 'ECONNRESET')
  if (fault === 'no_answer') await waiting(request)
  if (fault === 'slow') await waiting(request, milliseconds)
  const bytes = new TextEncoder().encode(text)
  const body =
    fault === 'cut'
      ? ({ bytes: bytes.subarray(0, bytes.length / 2), cut: 'broken' } as const)
      : { bytes }
  return {
    status,
    headers: new Headers(headers),
    read: (limit) =>
      body.bytes.length > limit
        ? { bytes: body.bytes.subarray(0, limit), cut: 'too_large' as const }
        : body,
  }
}

/** Errors with the codes that Node gives. */
function systemError(syscall: string, code: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { syscall, code })
}

/**
 * Waits until the time or the attempt is over. A timer left behind would keep a test runner from
 * ending.
 */
function waiting(request: TransportRequest, milliseconds?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
    request.stop.onStop(() => {
      clearTimeout(timer)
      reject(new Error('stopped'))
    })
  })
}
