import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Act } from './act.js'
import { check, equal } from './check.js'
import type { Context, Row } from './script.js'
import { conversion } from './sent.js'

const text = '{"id":"c-1","note":"é"}'
const coded: Readonly<Record<string, Buffer>> = {
  identity: Buffer.from(text),
  '': Buffer.from(text),
  'x-unknown': Buffer.from(text),
  gzip: gzipSync(text),
  deflate: deflateSync(text),
  br: brotliCompressSync(text),
  // Names of codings are read in any case.
  Deflate: deflateSync(text),
}

async function decoded(context: Context): Promise<void> {
  for (const [coding, bytes] of Object.entries(coded)) {
    const headers = { 'Content-Encoding': coding }
    const body = bytes.toString('base64')
    const { url } = await context.script({ status: 201, body, base64: true, headers })
    const data = await context.clientOf({ baseUrl: url }).createStablecoinConversion(conversion)
    equal(data, JSON.parse(text), coding)
  }
}

async function tooMuch(context: Context): Promise<void> {
  const headers = { 'Content-Encoding': 'gzip' }
  // Node's fetch takes a cut gzip stream for a whole one, so the JSON is what ends too early.
  const cut = context.transport ? 'ERR_CONNECTION' : 'ERR_INVALID_RESPONSE 200'
  const steps: readonly (readonly [Act, end: string])[] = [
    [{ form: 'gzip-cut' }, `${cut} unknown 1`],
    [{ body: 'not gzip', headers }, 'ERR_CONNECTION unknown 1'],
    [{ form: 'flood' }, 'ERR_INVALID_RESPONSE 200 unknown 1'],
    [{ form: 'gzip-bomb' }, 'ERR_INVALID_RESPONSE 200 unknown 1'],
    [{ form: 'flood', status: 400 }, 'ERR_API 400 rejected 1'],
  ]
  // The first call loads code, which must not count as memory of the answer.
  for (const step of [{ status: 400, body: '{}' }, { form: 'gzip-cut' as const }])
    await context.endOf([step])
  const before = process.memoryUsage.rss()
  let peak = before
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2)
  for (const [step, end] of steps) equal(await context.endOf([step]), end, JSON.stringify(step))
  clearInterval(sampling)
  const grown = (peak - before) / 1024 / 1024
  check(grown < 50, `memory grew by ${grown.toFixed(0)} MB`)
}

export const rows: readonly Row[] = [
  {
    fault: '201 with each content coding, none of them asked for',
    demand: 'a success; an unknown coding is read as plain',
    run: decoded,
  },
  {
    fault: 'gzip cut short, not gzip at all, 200 MB body, gzip bomb',
    demand: 'typed error; memory grows by less than 50 MB',
    run: tooMuch,
  },
]
