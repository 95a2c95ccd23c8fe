import type * as Package from '../../../src/index.js'

/** What the fault server does with one request. */
export interface Step {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly base64?: boolean
  /** Milliseconds before anything is answered. */
  readonly delay?: number
  /** 401 unless the request carries this token. */
  readonly bearer?: string
  /** Answers with what the request carried, in headers and body. */
  readonly echo?: boolean
  /** Seconds from now, as an HTTP date in Retry-After. */
  readonly retryDate?: number
  readonly fault?:
    | 'reset'
    | 'close'
    | 'silence'
    | 'cut-reset'
    | 'cut-close'
    | 'drip'
    | 'gzip-cut'
    | 'gzip-bomb'
    | 'flood'
}

/** One request that the fault server saw. */
export interface Seen {
  readonly method: string
  readonly url: string
  readonly authorization: string
  /** The names of its headers. */
  readonly headers: readonly string[]
  readonly connection: number
  readonly at: number
  readonly body: string
}

/** What the rows are run with; nothing in it or in the portable rows belongs to one runtime. */
export interface Context {
  readonly sdk: typeof Package
  /** What sends in the place of fetch. */
  readonly transport?: Package.Transport
  /** Where the fault server is. */
  readonly control: string
  /** Where its scripts are played if not there; `*` gives each a host, and so connections, of its own. */
  readonly played?: string
  /** The runtime does not say why a request failed, so a refused connection counts as one that broke later. */
  readonly reasonsAreHidden?: boolean
  /** Everything that a caller could log, to be scanned for secrets. */
  readonly collected: unknown[]
}

/** One row of the table of faults: returns the figure that it shows, or throws. */
export interface Row {
  readonly number: number
  readonly fault: string
  readonly demand: string
  run(context: Context): Promise<string>
}

export interface Script {
  readonly url: string
  /** An address that accepts connections and never answers. */
  readonly silent: string
  readonly seen: () => Promise<Seen[]>
}

/** Gives the fault server a script. */
export async function script(
  { control, played = control }: Context,
  ...steps: Step[]
): Promise<Script> {
  const made = { method: 'POST', body: JSON.stringify(steps) }
  const { id, silent } = (await ask(`${control}/scripts`, made)) as { id: number; silent: string }
  return {
    url: `${played.replace('*', `s${id}`)}/s/${id}`,
    silent,
    seen: async () => (await ask(`${control}/scripts/${id}`)) as Seen[],
  }
}

/** What the fault server says; asked again where thousands of connections kept this one from being made. */
async function ask(url: string, init?: RequestInit, tries = 5): Promise<unknown> {
  try {
    return await (await fetch(url, init)).json()
  } catch (error) {
    if (tries === 1) throw error
    return ask(url, init, tries - 1)
  }
}

export const secret = 'secret-4f1d9c7be2'
export const token = 'token-8a6b3e5d71'
export const refId = 'ref-2026-0001'

export const quote = {
  profile_id: 'p',
  market: 'PAXGUSD',
  side: 'BUY',
  base_amount: '2.5',
} as const
export const conversion = {
  profile_id: 'p',
  amount: '1',
  source_asset: 'A',
  target_asset: 'B',
  ref_id: refId,
}
export const address = { id: 'a', nickname: 'n' }
export const success: Step = { body: '{"id":"1"}' }

/** A token endpoint's answer. */
export function granted(value = token, more: object = {}): Step {
  return {
    body: JSON.stringify({ access_token: value, token_type: 'Bearer', expires_in: 3600, ...more }),
  }
}

/** A client whose events are collected. */
export function clientOf(
  { sdk, collected, transport }: Context,
  options: Partial<Package.ClientOptions> & { readonly baseUrl: string },
): Package.Client {
  const client = sdk.createClient({
    auth: token,
    ...(transport === undefined || options.fetch ? {} : { transport }),
    onEvent: (event) => collected.push(event),
    ...options,
  })
  collected.push(client)
  return client
}

export type Failure = Package.ClientError & {
  readonly status?: number
  readonly body?: unknown
  readonly error?: string
  readonly retryAfter?: number
}

/** The error of a call that has to fail with an error of ours. */
export async function failureOf(
  { sdk, collected }: Context,
  call: Promise<unknown>,
): Promise<Failure> {
  const outcome: unknown = await call.then(
    (data: unknown) => new Error(`a success that was none: ${JSON.stringify(data)}`),
    (error: unknown) => error,
  )
  check(outcome instanceof sdk.ClientError, `a raw error: ${String(outcome)}`)
  collected.push(outcome)
  return outcome
}

export function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}

export function equal(found: unknown, expected: unknown, what: string): void {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value))
  check(a === b, `${what}: expected ${b ?? ''}, found ${a ?? ''}`)
}

/** Makes a call many times at once. */
export function times<Result>(count: number, run: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, run))
}
