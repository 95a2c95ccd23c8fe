import type { Plan } from './plan.js'

/** A client: the package on a version of Node, over a transport. */
export interface Client {
  readonly node: string
  /** The version of undici that is installed beside the package. */
  readonly undici: string
  readonly over: Plan['over']
  readonly http2: boolean
}

const versions = [
  { node: '20.20.2', undici: '7.30.2' },
  { node: '24.21.0', undici: '7.30.2' },
  // undici 8 needs Node 22.19 or newer.
  { node: '24.21.0', undici: '8.12.4' },
] as const

export const clients: readonly Client[] = [
  ...versions
    .filter(({ undici }) => undici.startsWith('7.'))
    .map((version): Client => ({ ...version, over: 'fetch', http2: false })),
  ...versions.map((version): Client => ({ ...version, over: 'undici', http2: false })),
  ...versions.map((version): Client => ({ ...version, over: 'undici', http2: true })),
  // As the fetch of newer Node versions does by default.
  { node: '24.21.0', undici: '7.30.2', over: 'fetch', http2: true },
]

/** Each way to send, with one version of Node and one of undici. */
export const clientsWith = (node: string, undici: string): Client[] =>
  (['fetch', 'undici'] as const).flatMap((over) =>
    [false, true].map((http2): Client => ({ node, undici, over, http2 })),
  )

export const nameOf = ({ node, undici, over }: Client): string =>
  `Node ${node}, ${over === 'fetch' ? 'fetch' : `undici ${undici}`}`
