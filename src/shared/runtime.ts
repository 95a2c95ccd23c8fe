import { version } from '../../generated/version.js'

interface Runtime {
  readonly process?: { readonly versions?: { readonly node?: string } }
  readonly navigator?: { readonly userAgent?: string }
}

const { process, navigator } = globalThis as Runtime

export const isDeno = 'Deno' in globalThis
export const isBun = 'Bun' in globalThis
/** Whether this is Node, whose version workerd names too. */
export const isNode =
  !isDeno &&
  !isBun &&
  navigator?.userAgent !== 'Cloudflare-Workers' &&
  process?.versions?.node !== undefined

/** Whether this runs in a page, or in a worker of a page: its visitors can read every secret in it. */
export function inBrowser(): boolean {
  return ('window' in globalThis && 'document' in globalThis) || 'importScripts' in globalThis
}

const sender = `stablecoin-issuer-api/${version}`

/**
 * The `User-Agent` of every request: its sender, and the runtime where it names itself (RFC 9110, section 10.1.5). Some
 * firewalls refuse requests without it. A page leaves it to the browser.
 */
export const userAgent = inBrowser()
  ? undefined
  : [sender, navigator?.userAgent].filter(Boolean).join(' ')
