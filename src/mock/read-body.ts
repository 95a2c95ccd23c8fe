import type { IncomingMessage } from 'node:http'

/** A body may have at most so many bytes. */
const most = 1024 * 1024

/** The whole body; undefined for one that is too large. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    // Read and drop what is too much: a client reads no answer before it has written its whole request.
    if (size <= most) parts.push(part)
  }
  return size > most ? undefined : Buffer.concat(parts)
}
