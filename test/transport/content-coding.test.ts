import * as zlib from 'node:zlib'
import { expect, it } from 'vitest'
import { answering } from '../support/exchange.js'

const plain = '{"postage_id":"q"}'
const bytes = Buffer.from(plain)
const gzip = zlib.gzipSync(bytes)
const broken = { bytes: '', cut: 'broken' }
const tooLarge = { bytes: '', cut: 'too_large' }

const read = async (coding: string, sent: Uint8Array, limit = 1_000) => {
  const { data, finish, read } = await answering({ 'content-encoding': coding })
  // One part of the answer comes after the question.
  data(sent.subarray(0, 5))
  const body = read(limit)
  data(sent.subarray(5))
  finish()
  return body
}

it.each<[string, Uint8Array, object]>([
  ['', bytes, { bytes: plain }],
  ['constructor', bytes, { bytes: plain }],
  // One coding at a time: others are taken as they are.
  ['gzip, br', bytes, { bytes: plain }],
  ['gzip', gzip, { bytes: plain }],
  ['GZip', gzip, { bytes: plain }],
  ['br', zlib.brotliCompressSync(bytes), { bytes: plain }],
  ['deflate', zlib.deflateSync(bytes), { bytes: plain }],
  ['gzip', bytes, broken],
  ['deflate', Buffer.from([]), broken],
  ['gzip', gzip.subarray(0, 20), broken],
])('a body of the coding %j is decoded, or broke off', async (coding, sent, body) => {
  expect(await read(coding, sent)).toEqual(body)
})

it('a body of a coding is bounded by what comes out of it, and by what goes into it', async () => {
  const large = zlib.gzipSync(Buffer.alloc(100_000, 'x'))
  expect(await read('gzip', large, 99_999)).toEqual(tooLarge)
  expect((await read('gzip', large, 100_000)).bytes.length).toBe(100_000)
  expect(await read('gzip', gzip, 10)).toEqual(tooLarge)
})

it('half of a body of a coding tells nothing', async () => {
  const { data, fail, read } = await answering({ 'content-encoding': 'gzip' })
  data(gzip)
  fail()
  expect(await read()).toEqual(broken)
})
