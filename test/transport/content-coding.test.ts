import * as zlib from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import { answering, text } from '../support/exchange.js'

const plain = '{"quote_id":"q"}'
const bytes = Buffer.from(plain)
const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer }

const decompress = (_: unknown, _options: unknown, done: (error: null, plain: Buffer) => void) =>
  done(null, bytes)
afterEach(() => {
  vi.doUnmock('node:zlib')
  vi.resetModules()
})

it.each<[string, unknown, number]>([
  ['is decoded where the runtime can', decompress, 1],
  ['is taken as it is where it cannot', undefined, 0],
])('zstd %s', async (_, zstdDecompress, count) => {
  vi.resetModules()
  vi.doMock('node:zlib', () => ({ default: { ...zlib, zstdDecompress } }))
  const { decode, decodersOf } = await import('../../src/transport/content-coding.js')
  const decoders = decodersOf('zstd')
  expect(decoders.length).toBe(count)
  const sent = Buffer.from('sent')
  expect(await decode(sent, decoders, 1_000)).toBe(count === 1 ? bytes : sent)
})

const read = async (coding: string | string[], sent: Uint8Array, limit = 1_000) => {
  const { exchange, data } = answering({ 'content-encoding': coding })
  data(sent)
  exchange.onResponseEnd()
  return text(await exchange.read(limit))
}

it.each<[string | string[], Buffer]>([
  ['', bytes],
  ['identity', bytes],
  ['IDENTITY', bytes],
  [' , ,', bytes],
  ['unknown', bytes],
  ['constructor', bytes],
  ['gzip', zlib.gzipSync(bytes)],
  [' GZip ', zlib.gzipSync(bytes)],
  ['x-gzip', zlib.gzipSync(bytes)],
  ['br', zlib.brotliCompressSync(bytes)],
  ['deflate', zlib.deflateSync(bytes)],
  ['deflate', zlib.deflateRawSync(bytes)],
  // Not every Node that this runs on has it.
  ...(zstdCompressSync ? [['zstd', zstdCompressSync(bytes)] as [string, Buffer]] : []),
  ['identity, gzip', zlib.gzipSync(bytes)],
  ['gzip,', zlib.gzipSync(bytes)],
  ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(bytes))],
  [['gzip', 'br'], zlib.brotliCompressSync(zlib.gzipSync(bytes))],
  ['br, gzip', zlib.gzipSync(zlib.brotliCompressSync(bytes))],
  ['gzip, gzip, gzip, gzip, gzip', [1, 2, 3, 4, 5].reduce((sent) => zlib.gzipSync(sent), bytes)],
])('the coding of an answer %j is decoded', async (coding, sent) => {
  expect(await read(coding, sent)).toEqual({ bytes: plain })
})

it.each([
  ['gzip, unknown', zlib.gzipSync(bytes)],
  ['unknown, gzip', zlib.gzipSync(bytes)],
  ['gzip, gzip, gzip, gzip, gzip, gzip', zlib.gzipSync(bytes)],
])('the coding of an answer %j is taken as it is', async (coding, sent) => {
  const { exchange, data } = answering({ 'content-encoding': coding })
  data(sent)
  exchange.onResponseEnd()
  const { bytes: taken, cut } = await exchange.read(1_000)
  expect([Buffer.compare(Buffer.from(taken), sent), cut]).toEqual([0, undefined])
})

it.each([
  ['gzip', bytes],
  ['br', zlib.gzipSync(bytes)],
  ['deflate', Buffer.from([])],
  ['gzip', zlib.gzipSync(bytes).subarray(0, 20)],
])('the coding of an answer %j that is none is as a body that broke off', async (coding, sent) => {
  expect(await read(coding, sent)).toEqual({ bytes: '', cut: 'broken' })
})

it('the coding of an answer is bounded by what comes out of it', async () => {
  const large = zlib.gzipSync(Buffer.alloc(100_000, 'x'))
  expect(await read('gzip', large, 99_999)).toEqual({ bytes: '', cut: 'too_large' })
  expect((await read('gzip', large, 100_000)).bytes.length).toBe(100_000)
  const twice = zlib.gzipSync(large)
  expect(await read('gzip, gzip', twice, 99_999)).toEqual({ bytes: '', cut: 'too_large' })
})

it('the coding of an answer is bounded by what goes into it, of which a part tells nothing', async () => {
  expect(await read('gzip', zlib.gzipSync(bytes), 10)).toEqual({ bytes: '', cut: 'too_large' })
  const { exchange, data, controller } = answering({ 'content-encoding': 'gzip' })
  data(zlib.gzipSync(bytes))
  exchange.onResponseError(controller.given, new Error('x'))
  expect(text(await exchange.read(1_000))).toEqual({ bytes: '', cut: 'broken' })
})

it('the coding of an answer is waited for where the body comes later', async () => {
  const { exchange, data } = answering({ 'content-encoding': 'gzip' })
  const body = exchange.read(1_000)
  data(zlib.gzipSync(bytes))
  exchange.onResponseEnd()
  expect(text(await body)).toEqual({ bytes: plain })
})
