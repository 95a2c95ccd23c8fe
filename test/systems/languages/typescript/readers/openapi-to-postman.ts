/** Makes a Postman collection, and shows what it sets up and the examples that it has. */
import { readFile } from 'node:fs/promises'
import converter from 'openapi-to-postmanv2'
import { DOCUMENT, print, printSaved } from './cases.js'

interface Item {
  readonly item?: readonly Item[]
  readonly response?: readonly {
    readonly originalRequest: { readonly body: { readonly raw: string } }
    readonly body?: string
  }[]
}

type Pairs = readonly { readonly key: string; readonly value: string }[]

interface Collection extends Item {
  readonly auth: { readonly oauth2: Pairs }
  readonly variable: Pairs
}

const data = await readFile(DOCUMENT, 'utf8')
const options = { folderStrategy: 'Tags', parametersResolution: 'Example' }
const collection = await new Promise<Collection>((resolve, reject) => {
  converter.convertV2({ type: 'string', data }, options, (error, made) => {
    if (error !== null || !made.result) reject(error ?? new Error(made.reason))
    else resolve(made.output[0]!.data as Collection)
  })
})

const saved = ({ response = [], item = [] }: Item): [string, string | undefined][] => [
  ...response.map((one): [string, string | undefined] => [one.originalRequest.body.raw, one.body]),
  ...item.flatMap(saved),
]
printSaved(saved(collection))

const { auth, variable } = collection
const value = (pairs: Pairs, name: string) => pairs.find(({ key }) => key === name)?.value
const [tokenUrl, scopes] = ['accessTokenUrl', 'scope'].map((name) => value(auth.oauth2, name))
print({ setUp: { address: value(variable, 'baseUrl'), tokenUrl, scopes } })
