import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultMilliseconds } from '../testing/faults.js'
import type { Reply } from '../testing/service.js'

const maxBodyBytes = 1024 * 1024

/** The whole body; undefined for one that is too large. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    // Read and drop what is too much: a client reads no answer before it has written its whole request.
    if (size <= maxBodyBytes) parts.push(part)
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(parts)
}

/** Writes a reply to its socket, or makes the failure that was queued in its place. */
export async function writeResponse(
  { status, headers, text, queued = {} }: Reply,
  { socket }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { fault, milliseconds = defaultMilliseconds.slow } = queued
  if (fault === 'no_answer') return
  if (fault === 'broken') {
    socket.resetAndDestroy()
    return
  }
  if (fault === 'slow') await sleep(milliseconds)
  const bytes = Buffer.from(text)
  const length = status === 204 || status === 304 ? {} : { 'Content-Length': bytes.length }
  response.writeHead(status, { ...headers, ...length })
  if (fault !== 'cut') {
    response.end(bytes)
    return
  }
  response.write(bytes.subarray(0, bytes.length / 2), () => {
    socket.destroySoon()
  })
}
