import * as zlib from 'node:zlib'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { equal } from './check.js'
import type { Context, Row } from './script.js'
import { conversion } from './sent.js'

const text = '{"id":"c-1","note":"é"}'
const plain = Buffer.from(text)
const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer }

const coded: Readonly<Record<string, Buffer>> = {
  identity: plain,
  '': plain,
  gzip: gzipSync(plain),
  'x-gzip': gzipSync(plain),
  deflate: deflateSync(plain),
  br: brotliCompressSync(plain),
  'deflate, gzip': gzipSync(deflateSync(plain)),
  'x-unknown': plain,
}

/** What Node's fetch does not decode, or not in every version. */
const more: Readonly<Record<string, Buffer>> = {
  'gzip, identity, br': brotliCompressSync(gzipSync(plain)),
  // Without its header, as some servers write it.
  Deflate: deflateRawSync(plain),
  ...(zstdCompressSync && { zstd: zstdCompressSync(plain) }),
}

const answerOf = (coding: string, bytes: Buffer) => ({
  status: 201,
  body: bytes.toString('base64'),
  base64: true,
  headers: { 'Content-Encoding': coding },
})

async function decoded(context: Context): Promise<string> {
  const read: string[] = []
  const codings = Object.entries(context.transport === undefined ? coded : { ...coded, ...more })
  for (const [coding, bytes] of codings) {
    const { url } = await context.script(answerOf(coding, bytes))
    const data = await context.clientOf({ baseUrl: url }).createStablecoinConversion(conversion)
    equal(data, JSON.parse(text), coding)
    read.push(coding)
  }
  const cut = gzipSync(Buffer.from(JSON.stringify({ id: 'x'.repeat(5_000), n: Math.random() })))
  const { url } = await context.script(answerOf('gzip', cut.subarray(0, 30)))
  const error = await context.failureOf(
    context.clientOf({ baseUrl: url }).createStablecoinConversion(conversion),
  )
  equal(error.outcome, 'unknown', 'cut short')
  return `${read.length} codings: ${read.map((coding) => coding || 'empty').join(' · ')}`
}

export const rows: readonly Row[] = [
  {
    number: 29,
    fault: '201 with each content coding, none of them asked for',
    demand: 'a success; an unknown coding is read as plain',
    run: decoded,
  },
]
