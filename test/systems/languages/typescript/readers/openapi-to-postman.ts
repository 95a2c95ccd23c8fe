/** Makes a Postman collection, and shows what it sets up and the examples that it has. */
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import converter from 'openapi-to-postmanv2'
import { DOCUMENT, examples, nameOf, print } from './cases.js'

interface Saved {
  readonly originalRequest: { readonly body: { readonly raw: string } }
  readonly body?: string
}

interface Item {
  readonly item?: readonly Item[]
  readonly response?: readonly Saved[]
}

interface Collection extends Item {
  readonly auth: { readonly oauth2: readonly { key: string; value: string }[] }
  readonly variable: readonly { key: string; value: string }[]
}

const data = await readFile(DOCUMENT, 'utf8')
const options = { folderStrategy: 'Tags', parametersResolution: 'Example' }
const collection = await new Promise<Collection>((resolve, reject) => {
  converter.convertV2({ type: 'string', data }, options, (error, made) => {
    if (error !== null || !made.result) reject(error ?? new Error(made.reason))
    else resolve(made.output[0]!.data as Collection)
  })
})

const saved = (item: Item): readonly Saved[] => [
  ...(item.response ?? []),
  ...(item.item ?? []).flatMap(saved),
]
for (const example of examples) {
  const found = saved(collection).find(
    ({ originalRequest, body }) =>
      body !== undefined && isDeepStrictEqual(JSON.parse(originalRequest.body.raw), example.body),
  )
  const request = found && (JSON.parse(found.originalRequest.body.raw) as unknown)
  const response = found && (JSON.parse(found.body!) as unknown)
  print({ example: nameOf(example), request, response })
}

const auth = (key: string) => collection.auth.oauth2.find((one) => one.key === key)?.value
print({
  setUp: {
    address: collection.variable.find(({ key }) => key === 'baseUrl')?.value,
    tokenUrl: auth('accessTokenUrl'),
    scopes: auth('scope'),
  },
})
