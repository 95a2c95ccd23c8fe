import { isIP } from 'node:net'

/**
 * Whether a request asks for a host that is the mock's: an address, a name without a dot as those of containers are,
 * what is reserved for one machine or network, or a name that the options give. For any other, a page may have had its
 * own name resolved to this machine, so that the browser takes the mock for the page's origin (DNS rebinding).
 */
export function isOwnHost(header: string | undefined, named: readonly string[]): boolean {
  if (header === undefined) return true
  if (!URL.canParse(`http://${header}`)) return false
  const { hostname } = new URL(`http://${header}`)
  const isReserved = !hostname.includes('.') || /\.(?:localhost|internal)$/.test(hostname)
  return isReserved || isIP(hostname) !== 0 || named.includes(hostname)
}
