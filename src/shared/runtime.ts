import { version } from '../../generated/version.js'

interface Runtime {
  readonly Deno?: { readonly version?: { readonly deno?: string } }
  readonly process?: { readonly versions?: { readonly bun?: string; readonly node?: string } }
  readonly navigator?: { readonly userAgent?: string }
}

const { Deno, process, navigator } = globalThis as Runtime

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

/**
 * The `User-Agent` of every request: its sender, and the runtime (RFC 9110, section 10.1.5). Some
 * firewalls refuse requests without it. A page leaves it to the browser.
 */
export const userAgent = inBrowser() ? undefined : `stablecoin-issuer-api/${version}${product()}`

function product(): string {
  const { bun, node } = process?.versions ?? {}
  const { deno } = Deno?.version ?? {}
  const products = Object.entries({ deno, bun, node }).map(
    ([name, release]) => release && `${name}/${release}`,
  )
  const name = products.find(Boolean) ?? navigator?.userAgent ?? ''
  return /^[\w.+/-]+$/.test(name) ? ` ${name}` : ''
}
