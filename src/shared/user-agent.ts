import { version } from '../../generated/version.js'
import { inBrowser } from './page.js'

interface Runtime {
  readonly Deno?: { readonly version?: { readonly deno?: string } }
  readonly process?: { readonly versions?: { readonly bun?: string; readonly node?: string } }
  readonly navigator?: { readonly userAgent?: string }
}

/**
 * What every request says of its sender, and of the runtime that it runs in (RFC 9110, section 10.1.5): some
 * firewalls refuse requests without it. A page leaves it to the browser.
 */
export const userAgent = inBrowser()
  ? undefined
  : `stablecoin-issuer-api/${version}${runtime(globalThis)}`

function runtime({ Deno, process, navigator }: Runtime): string {
  const { bun, node } = process?.versions ?? {}
  const { deno } = Deno?.version ?? {}
  const products = Object.entries({ deno, bun, node }).map(
    ([name, release]) => release && `${name}/${release}`,
  )
  const product = products.find(Boolean) ?? navigator?.userAgent ?? ''
  return /^[\w.+/-]+$/.test(product) ? ` ${product}` : ''
}
