import { type Fields, put, read, type Refusal } from './example-answer.js'

/** Words in the code of a refusal, by its status. */
const words: Readonly<Record<number, RegExp>> = {
  400: /valid|malformed|bad|param/i,
  401: /auth|token|credential/i,
  403: /forbid|permission|scope|denied/i,
  404: /not.?found|missing|unknown|no.?such/i,
  405: /method/i,
  409: /conflict|exist|duplicate|already|reuse/i,
  415: /media|type/i,
  422: /valid|unprocess|param/i,
  429: /rate|limit|many|throttl/i,
}
const ofServer = /internal|server|unavailable/i

/** The body with the status that it is sent with, and with codes that fit that, if there are any. */
export function refusalBody({ body, codes = [] }: Refusal, status: number): unknown {
  const fitting = status >= 500 ? ofServer : words[status]
  let said = body
  for (const { path, values } of codes) {
    const all = [read(body, path) as string, ...values]
    said = put(said, path, all.find((code) => fitting?.test(code)) ?? all[0])
  }
  const own = (said as Fields | null)?.['status']
  return typeof own === 'number' ? put(said, ['status'], status) : said
}
