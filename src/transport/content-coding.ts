import { promisify } from 'node:util'
// The default export: webpack turns a member of a namespace into a named import, and Node 20 lacks zstdDecompress.
import zlib from 'node:zlib'
import { bare } from '../shared/json.js'

interface Options {
  readonly maxOutputLength: number
}
type Decode = (bytes: Uint8Array, options: Options) => Promise<Uint8Array>
type ZlibFunction = (
  bytes: Uint8Array,
  options: Options,
  callback: (error: Error | null, plain: Buffer) => void,
) => void

const decoderOf = (run: ZlibFunction): Decode => promisify(run)

const decoders = bare({
  gzip: decoderOf(zlib.gunzip),
  'x-gzip': decoderOf(zlib.gunzip),
  br: decoderOf(zlib.brotliDecompress),
  deflate: inflate,
  ...zstandard(),
}) as Readonly<Record<string, Decode | undefined>>

/** More codings than this in one header make no sense, and decoding would cost much. */
const maxCodings = 5

/**
 * The decoders for a `Content-Encoding`, in the order in which they run (RFC 9110, section 8.4). The
 * list is empty where a coding is not known here, so that the body is taken as it is.
 */
export function decodersOf(header: string | readonly string[] | undefined): readonly Decode[] {
  const codings = [header ?? []].flat().join(',').toLowerCase().split(',')
  const named = codings.map((coding) => coding.trim()).filter((coding) => coding !== '')
  const applied = named.filter((coding) => coding !== 'identity')
  const found = applied.map((coding) => decoders[coding])
  return found.length <= maxCodings && found.every((decode) => decode !== undefined)
    ? found.reverse()
    : []
}

/**
 * Decodes a body, by one decoder after the other.
 * @throws Error with the code ERR_BUFFER_TOO_LARGE where a decoded body is longer than `limit` bytes
 */
export async function decode(
  bytes: Uint8Array,
  through: readonly Decode[],
  limit: number,
): Promise<Uint8Array> {
  let plain = bytes
  for (const run of through) plain = await run(plain, { maxOutputLength: limit })
  return plain
}

/** Some servers leave out the header of the zlib format, which RFC 9110 asks for (section 8.4.1.2). */
function inflate(bytes: Uint8Array, options: Options): Promise<Uint8Array> {
  const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8
  return decoderOf(hasHeader ? zlib.inflate : zlib.inflateRaw)(bytes, options)
}

/** Only Node 22.15 and newer have it. */
function zstandard(): Readonly<Record<string, Decode>> {
  const { zstdDecompress } = zlib as { zstdDecompress?: ZlibFunction }
  if (zstdDecompress === undefined) return {}
  return { zstd: decoderOf(zstdDecompress) }
}
