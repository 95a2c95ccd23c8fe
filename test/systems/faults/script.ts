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

/** What the rows are run with; nothing in it or in the rows for every runtime belongs to one runtime. */
export interface Setting {
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

/** The same, and what the rows do with it. */
export interface Context extends Setting {
  /** Gives the fault server a script. */
  readonly script: (...steps: Step[]) => Promise<Script>
  /** A client whose events are collected. */
  readonly clientOf: (
    options: Partial<Package.ClientOptions> & { readonly baseUrl: string },
  ) => Package.Client
  /** The error of a call that has to fail with an error of ours. */
  readonly failureOf: (call: Promise<unknown>) => Promise<Failure>
  /** The error of a conversion, or of an address, that has to fail. */
  readonly failure: (client: Package.Client, method?: Method) => Promise<Failure>
}

export type Method = 'POST' | 'PUT'

export function contextOf(setting: Setting): Context {
  const { sdk, transport, control, played = control, collected } = setting
  const failureOf: Context['failureOf'] = async (call) => {
    const outcome: unknown = await call.then(
      (data: unknown) => new Error(`a success that was none: ${JSON.stringify(data)}`),
      (error: unknown) => error,
    )
    check(outcome instanceof sdk.ClientError, `a raw error: ${String(outcome)}`)
    collected.push(outcome)
    return outcome
  }
  return {
    ...setting,
    script: async (...steps) => {
      const made = { method: 'POST', body: JSON.stringify(steps) }
      const answer = await ask(`${control}/scripts`, made)
      const { id, silent } = answer as { id: number; silent: string }
      return {
        url: `${played.replace('*', `s${id}`)}/s/${id}`,
        silent,
        seen: async () => (await ask(`${control}/scripts/${id}`)) as Seen[],
      }
    },
    clientOf: (options) => {
      const client = sdk.createClient({
        auth: token,
        ...(transport === undefined || options.fetch ? {} : { transport }),
        onEvent: (event) => collected.push(event),
        ...options,
      })
      collected.push(client)
      return client
    },
    failureOf,
    failure: (client, method = 'POST') => failureOf(send(client, method)),
  }
}

/** Makes a conversion, or changes an address. */
export function send(client: Package.Client, method: Method): Promise<object> {
  return method === 'POST'
    ? client.createStablecoinConversion(conversion)
    : client.putCryptoDestinationAddress(address)
}

/** One row of the table of faults: returns the figure that it shows, or throws. */
export interface Row {
  readonly number: number
  readonly fault: string
  readonly demand: string
  /** Every runtime has to pass it, ● in the table of faults. */
  readonly everywhere?: true
  /** It leaves a process in which others would hang. */
  readonly alone?: true
  run(context: Context): Promise<string>
}

interface Script {
  readonly url: string
  /** An address that accepts connections and never answers. */
  readonly silent: string
  readonly seen: () => Promise<Seen[]>
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

export type Failure = Package.ClientError & {
  readonly status?: number
  readonly body?: unknown
  readonly error?: string
  readonly retryAfter?: number
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
