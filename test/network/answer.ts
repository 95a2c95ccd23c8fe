import { constants } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Act, type Exchange, factsOf } from './act.js'

/** Answers one request with a success or what its act says, and breaks off where the act does. */
export async function giveAnswer(
  { request, response }: Exchange,
  act: Act,
  success: string,
  breaksStreams: boolean,
): Promise<void> {
  const { status = 200, by, raw, goAway, before, delay } = act
  const { stream, socket } = request
  const isCut = by !== undefined && factsOf(act).answer === 'cut'
  const whole = status < 300 && status !== 204 ? success : ''
  const bytes = Buffer.from(act.body ?? (isCut ? whole.slice(0, -3) : whole))
  const begin = (headers: object = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...act.headers, ...headers })

  const giveWhole = async (): Promise<void> => {
    const isClosed = new Promise((resolve) => response.once('close', resolve))
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}`
    const second = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes])
    begin(status === 204 ? {} : { 'Content-Length': bytes.length })
    // In one piece they are seen together, and the second is dropped. In two, it may answer the next call.
    response.end(act.again === 'at once' ? Buffer.concat([bytes, second]) : bytes)
    if (act.where === 'behind the answer') await isClosed
    if (act.again !== 'later') return
    await sleep(4 * Math.random())
    if (!socket.destroyed) socket.write(second)
  }
  const drip = async (): Promise<void> => {
    begin()
    for (const byte of bytes) {
      if (socket.destroyed) return
      response.write(Buffer.of(byte))
      await sleep(1_000)
    }
  }

  if (delay !== undefined) await sleep(delay)
  if (goAway !== undefined && stream?.id !== undefined) {
    stream.session?.goaway(goAway.code, Math.max(0, stream.id - goAway.below))
    await sleep(5)
  }
  if (before === 103) response.writeEarlyHints({ link: '</help>; rel=preload' })
  if (before === 100) response.writeContinue()
  if (before !== undefined) await sleep(1)
  if (raw !== undefined) socket.write(raw)
  else if (act.drips) await drip()
  else if (by === undefined || act.where === 'behind the answer') await giveWhole()
  else if (isCut && before === undefined)
    begin(act.chunked ? {} : { 'Content-Length': bytes.length + 100 }).write(bytes)
  if (by === undefined) {
    if (raw !== undefined) socket.end()
    return
  }
  // What was written is to arrive first.
  if (raw !== undefined || before !== undefined || response.headersSent) await sleep(20)
  if (by === 'silence') return
  if (typeof by === 'number') stream?.close(by)
  else if (stream !== undefined && breaksStreams) stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  else if (stream !== undefined) stream.session?.destroy()
  else if (by === 'reset' && !('encrypted' in socket)) socket.resetAndDestroy()
  else socket.destroy()
}
