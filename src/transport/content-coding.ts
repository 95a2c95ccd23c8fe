import { promisify } from 'node:util'
import zlib from 'node:zlib'

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const decoders: Readonly<Record<string, Decode>> = {
  gzip: promisify(zlib.gunzip),
  br: promisify(zlib.brotliDecompress),
  deflate: promisify(zlib.inflate),
}

/** Decodes a body of one `Content-Encoding`; undefined for any other, whose body is taken as it is. */
export function decoderOf(coding: string | readonly string[] | undefined): Decode | undefined {
  const name = String(coding ?? '').toLowerCase()
  return Object.hasOwn(decoders, name) ? decoders[name] : undefined
}
