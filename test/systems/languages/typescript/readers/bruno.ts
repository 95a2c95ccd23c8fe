/** Makes a Bruno collection, and shows what it sets up and the examples that it has. */
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { openApiToBruno } from '@usebruno/converters'
import { DOCUMENT, examples, nameOf, print } from './cases.js'

interface Saved {
  readonly request: { readonly body: { readonly json: string } }
  readonly response: { readonly body: { readonly content: string } }
}

interface Item {
  readonly items?: readonly Item[]
  readonly examples?: readonly Saved[]
}

interface Collection extends Item {
  readonly root: {
    readonly request: { readonly auth: { readonly oauth2: Record<string, string> } }
  }
  readonly environments: readonly { variables: readonly { name: string; value: string }[] }[]
}

const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as unknown
const collection = (await openApiToBruno(document)) as Collection

const saved = (item: Item): readonly Saved[] => [
  ...(item.examples ?? []),
  ...(item.items ?? []).flatMap(saved),
]
// An answer without content has an example as well.
const pairs = saved(collection)
  .filter(({ response }) => response.body.content !== '')
  .map(({ request, response }) => [
    JSON.parse(request.body.json) as unknown,
    JSON.parse(response.body.content) as unknown,
  ])
for (const example of examples) {
  const [request, response] = pairs.find(([sent]) => isDeepStrictEqual(sent, example.body)) ?? []
  print({ example: nameOf(example), request, response })
}

const { accessTokenUrl, scope } = collection.root.request.auth.oauth2
const [environment] = collection.environments
print({
  setUp: {
    address: environment?.variables.find(({ name }) => name === 'baseUrl')?.value,
    tokenUrl: accessTokenUrl,
    scopes: scope,
  },
})
