/** Makes a Bruno collection, and shows what it sets up and the examples that it has. */
import { readFile } from 'node:fs/promises'
import { openApiToBruno } from '@usebruno/converters'
import { DOCUMENT, print, printSaved } from './cases.js'

interface Item {
  readonly items?: readonly Item[]
  readonly examples?: readonly {
    readonly request: { readonly body: { readonly json: string } }
    readonly response: { readonly body: { readonly content: string } }
  }[]
}

interface Collection extends Item {
  readonly root: { readonly request: { readonly auth: { oauth2: Record<string, string> } } }
  readonly environments: readonly { variables: readonly { name: string; value: string }[] }[]
}

const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as unknown
const collection = (await openApiToBruno(document)) as Collection

const saved = ({ examples = [], items = [] }: Item): [string, string][] => [
  ...examples.map((one): [string, string] => [one.request.body.json, one.response.body.content]),
  ...items.flatMap(saved),
]
printSaved(saved(collection))

const { accessTokenUrl: tokenUrl, scope: scopes } = collection.root.request.auth.oauth2
const variables = collection.environments[0]?.variables
print({
  setUp: { address: variables?.find(({ name }) => name === 'baseUrl')?.value, tokenUrl, scopes },
})
