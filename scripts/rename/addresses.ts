import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

export interface Addresses {
  readonly baseUrl: string
  readonly tokenUrl: string
}

interface Document {
  readonly servers: readonly { readonly url: string }[]
  readonly components: {
    readonly securitySchemes: Readonly<
      Record<string, { readonly flows?: { readonly clientCredentials?: { tokenUrl: string } } }>
    >
  }
}

/** The addresses that the document has now. */
export async function readAddresses(): Promise<Addresses> {
  const { servers, components } = parse(await readFile('openapi/openapi.yaml', 'utf8')) as Document
  const schemes = Object.values(components.securitySchemes)
  const [tokenUrl] = schemes.flatMap(({ flows }) => flows?.clientCredentials?.tokenUrl ?? [])
  const [server] = servers
  if (server === undefined || tokenUrl === undefined)
    throw new Error('openapi/openapi.yaml has no server, or no token URL of the client credentials')
  return { baseUrl: server.url, tokenUrl }
}

/** The token endpoint's document names its last segment by itself. */
const withoutSegment = (url: string): string => url.slice(0, url.lastIndexOf('/'))

export function replacedAddresses(from: Addresses, to: Addresses): Map<string, string> {
  return new Map([
    [from.baseUrl, to.baseUrl],
    [from.tokenUrl, to.tokenUrl],
    [withoutSegment(from.tokenUrl), withoutSegment(to.tokenUrl)],
  ])
}

/** The text of an address as the document has it. @throws Error for what cannot be one */
export function addressOf(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:') throw new Error(`${option} has to be an address by https`)
  if (url.username + url.password + url.search + url.hash !== '')
    throw new Error(`${option} has credentials, a query or a fragment, which are for no document`)
  const address = url.href.replace(/\/$/, '')
  if (option === '--token-url' && address === url.origin)
    throw new Error(`${option} has no path; the token endpoint is known by its last segment`)
  return address
}
