import type { IncomingMessage } from 'node:http'

/** Bytes that a body may have. */
const most = 1024 * 1024

/** The whole body; undefined for one that is too large. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    // What is over is read and dropped: the answer would not be read before the request is written.
    if (size <= most) parts.push(part)
  }
  return size > most ? undefined : Buffer.concat(parts)
}
