import { expect, it } from 'vitest'
import type { Document } from '../../scripts/lib/document.js'
import { defaultScopes, markDefaultScopes } from '../../scripts/lib/scopes.js'

/** A document of a version whose scopes are these. */
function versioned(version: string, scopes: string[], marked?: string[]): Document {
  const flows = {
    clientCredentials: { scopes: Object.fromEntries(scopes.map((one) => [one, one])) },
  }
  const oauth2 = { flows, ...(marked && { 'x-default-scopes': marked }) }
  const components = { schemas: {}, securitySchemes: { oauth2 } }
  return { info: { title: '', version }, paths: {}, components }
}

const first = versioned('1.0.0', ['a'])
const marked = versioned('1.1.0', ['a', 'b'], ['a'])

it.each<[string, next: Document, released: Document | undefined, string[]]>([
  ['are all of the first release', versioned('0.1.0', ['a', 'b']), undefined, ['a', 'b']],
  ['are no more after an upgrade', versioned('1.1.0', ['a', 'b']), first, ['a']],
  ['are no more after the next', versioned('1.2.0', ['a', 'b', 'c']), marked, ['a']],
  ['are without one that is gone', versioned('1.2.0', ['b']), marked, []],
  ['are all again with a major version', versioned('2.0.0', ['a', 'b']), marked, ['a', 'b']],
])('the scopes that are asked for by default %s', (_, next, released, expected) =>
  expect(defaultScopes(next, released)).toEqual(expected),
)

it('the scopes that are asked for by default are carried by the document, where they are not all', () => {
  const next = versioned('1.1.0', ['a', 'b'])
  markDefaultScopes(next, ['a'])
  expect(next).toEqual(marked)
})
