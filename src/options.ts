/** An access token, or a function that gives one for each call. */
export type Auth = string | (() => string | Promise<string>)

/** What a client is made with. */
export interface ClientOptions {
  /** The base address that the service gave you: https, or plain http for loopback. */
  readonly baseUrl: string
  readonly auth: Auth
  /** @default the global `fetch`, looked up at each call */
  readonly fetch?: typeof globalThis.fetch
}

const known = ['baseUrl', 'auth', 'fetch']

/**
 * Checks the options of a client.
 * @throws TypeError in one sentence that names the option and never shows its value.
 */
export function readOptions(options: ClientOptions): ClientOptions {
  if (typeof options !== 'object' || (options as unknown) === null)
    throw new TypeError('createClient needs an object of options')
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw new TypeError(`${name} is not an option of createClient`)
  const { baseUrl, auth, fetch } = options
  if (typeof auth !== 'function' && (typeof auth !== 'string' || auth === ''))
    throw new TypeError('auth must be a token or a function that returns one')
  if (fetch !== undefined && typeof fetch !== 'function')
    throw new TypeError('fetch must be a function')
  return { baseUrl: readBaseUrl(baseUrl), auth, ...(fetch === undefined ? {} : { fetch }) }
}

function readBaseUrl(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value))
    throw new TypeError('baseUrl must be an absolute URL')
  const url = new URL(value)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl must not contain credentials, a query or a fragment')
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback))
    throw new TypeError('baseUrl must start with https://; plain http is for loopback only')
  return url.href
}
