/** The clients of which the ratios tell. */
export type Client = 'fetch' | 'undici' | 'openapi-fetch' | 'ours over fetch' | 'ours over undici'

/** What a call of our client is compared with, and what is aimed at. */
interface Ratio {
  readonly title: string
  readonly figure: 'alone' | 'callsPerSecond'
  readonly client: Client
  readonly other: Client
  readonly goal: string
}

/** With 32 calls in flight, unless they are made one at a time. */
export const ratios: readonly Ratio[] = [
  {
    title: 'ours over undici, of fetch',
    figure: 'callsPerSecond',
    client: 'ours over undici',
    other: 'fetch',
    goal: '7.5× on Node.js 20, 4.2× on 24',
  },
  {
    title: 'ours over undici, of undici',
    figure: 'callsPerSecond',
    client: 'ours over undici',
    other: 'undici',
    goal: '1.0×',
  },
  {
    title: 'ours over fetch, of openapi-fetch',
    figure: 'callsPerSecond',
    client: 'ours over fetch',
    other: 'openapi-fetch',
    goal: '1.1×',
  },
  {
    title: 'ours over undici, of fetch, one at a time',
    figure: 'alone',
    client: 'ours over undici',
    other: 'fetch',
    goal: '1.9×',
  },
  {
    title: 'ours over fetch, of fetch',
    figure: 'callsPerSecond',
    client: 'ours over fetch',
    other: 'fetch',
    goal: '',
  },
]
