/** Imports the document, and shows what it sets up and the bodies that it fills in. */
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { convert } from 'insomnia-importers'
import { DOCUMENT, examples, nameOf, print } from './cases.js'

interface Resource {
  readonly _type: string
  readonly url?: string
  readonly method?: string
  readonly body?: { readonly text?: string }
  readonly data?: Record<string, string>
  readonly authentication?: { readonly accessTokenUrl: string; readonly scope: string }
}

const { resources } = (await convert(await readFile(DOCUMENT, 'utf8'))).data as unknown as {
  readonly resources: readonly Resource[]
}
const requests = resources.filter(({ _type }) => _type === 'request')
for (const example of examples) {
  const request = requests.find(({ url }) => url?.endsWith(example.url))
  const body = JSON.parse(request?.body?.text ?? '""') as unknown
  print({ example: nameOf(example), taken: isDeepStrictEqual(body, example.body) })
}

const { scheme, host, base_path } = resources.find(({ data }) => data?.['host'])!.data!
print({
  setUp: {
    address: `${scheme}://${host}${base_path}`,
    tokenUrl: requests[0]?.authentication?.accessTokenUrl,
    scopes: requests.map(({ authentication }) => authentication?.scope).join(' '),
  },
})
