import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { type Document, listScopes, type SecurityScheme } from './document.js'

const extension = 'x-default-scopes'

/**
 * The scopes that a client asks for when it is told none: those that the major version began with. A server that did
 * not grant a scope refuses the whole token, so an upgrade within a major version must not ask for one more.
 */
export function defaultScopes(document: Document, released: Document | undefined): string[] {
  const all = listScopes(document)
  if (released === undefined || majorOf(document) > majorOf(released)) return all
  const marked = schemesOf(released).flatMap((scheme) => scheme[extension] ?? [])
  const before = marked.length > 0 ? marked : listScopes(released)
  return all.filter((scope) => before.includes(scope))
}

/** Writes them into the document if it has more scopes than these, so that the next release still knows them. */
export function markDefaultScopes(document: Document, scopes: readonly string[]): void {
  if (scopes.length === listScopes(document).length) return
  for (const scheme of schemesOf(document))
    if (scheme.flows !== undefined) Object.assign(scheme, { [extension]: scopes })
}

/** The document of the last release. */
export async function readReleased(file: string): Promise<Document | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (parse(text) as Document)
}

const majorOf = ({ info }: Document): number => Number.parseInt(info.version)

const schemesOf = ({ components }: Document): SecurityScheme[] =>
  Object.values(components.securitySchemes)
