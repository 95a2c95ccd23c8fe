import { readFileSync } from 'node:fs'
import { type Document, isNode, listOperations, type Operation } from '../lib/document.js'
import { groups, type Guide, linked } from './guides.js'
import { forRedoc } from './redoc-text.js'

interface Tag {
  readonly name: string
  readonly description?: string
  readonly 'x-displayName'?: string
  /** It is a page of its own, and no operation has it. */
  readonly 'x-traitTag'?: true
}

/** The parts of the document that are changed for the pages. */
interface Shown {
  readonly servers?: readonly { readonly variables?: object }[]
  readonly tags?: readonly Tag[]
}

/** It stands where in-page.ts puts the form. */
const formSentence = /^The form needs a script\..*$/m

/** Redoc shows an operation below its tag. Where a provider gives it none, it is that of a path which its own continues. */
export function placed(document: Document): Document {
  const operations = listOperations(document)
  const tagged = operations.filter(({ object }) => object.tags !== undefined)
  const used = operations.map(({ path, object }) => {
    const near = tagged.find((one) => `${path}/`.startsWith(`${one.path}/`))
    const { tags = near?.object.tags ?? ['Other operations'] } = object
    Object.assign(object, { tags })
    return tags
  })
  const { tags = [] } = document as Shown
  const named = new Map(
    [...used.flat().map((name) => ({ name })), ...tags].map((tag) => [tag.name, tag]),
  )
  return { ...document, tags: [...named.values()] } as Document
}

/** What Redoc renders: the document with the guides beside the reference. The document itself stays without them. */
export function forPages(document: Document, guides: readonly Guide[]): Document {
  const { info, servers = [], tags = [], ...rest } = document as Document & Shown
  const pages = guides.map(({ name, title, text }): Tag => ({
    name,
    'x-displayName': title,
    'x-traitTag': true,
    description: forRedoc(text).replace(formSentence, '<div id="try"><p>$&</p></div>'),
  }))
  return {
    ...rest,
    // Neither the document's version nor its licence is the service's.
    info: { title: info.title, version: '', description: forRedoc(introduction(document)) },
    // At the operations, not on the first screen. Redoc shows the server `{base_url}` as a path below the pages: leave it out.
    servers: [],
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, item]) => [
        path,
        { servers: servers.filter(({ variables }) => variables === undefined), ...item },
      ]),
    ),
    tags: [...tags, ...pages],
    'x-tagGroups': Object.entries(groups).map(([name, guides]) => ({
      name,
      tags: name === 'Reference' ? tags.map(({ name }) => name) : guides,
    })),
  } as unknown as Document
}

/** The first screen, and what the document's description says after its first paragraph. */
export function introduction(document: Document): string {
  const start = readFileSync('scripts/docs/start.md', 'utf8')
  const call = readFileSync('openapi/guides/examples/quickstart/first-call.sh', 'utf8')
  const calls = listOperations(document).map((operation) => {
    return `- [${titleOf(operation)}](#${addressOf(operation)}), ${lineOf(operation)}`
  })
  const { description = '' } = document.info
  const rest = description.slice(description.indexOf('\n\n'))
  const first = linked(start.replace(/<!--.*?-->\n*/gs, ''))
  const shown = first.replace('{operations}', calls.join('\n')).replace('{call}\n', () => call)
  return shown + rest
}

export const titleOf = ({ id, object }: Operation): string => object.summary ?? id

/** An operation's method and path, and the first sentence about it. */
export function lineOf({ method, path, object }: Operation): string {
  const [sentence = ''] = (object.description ?? '').split(/(?<=\.)\s/)
  const words = sentence.replaceAll('\n', ' ').trim()
  return `\`${method} ${path}\`${words && `: ${words}`}`
}

/** Where Redoc has an operation. */
export function addressOf({ id, object }: Operation): string {
  const [tag = ''] = object.tags ?? []
  return `/${tag.toLowerCase().replace(/\W+/g, '-')}/${id.toLowerCase()}`
}

/** Reads JSON, by `JSON.parse`, without what is forbidden (`false`): Redoc shows it as what takes anything. */
export function withoutForbidden(key: string, value: unknown): unknown {
  if (key !== 'properties' || !isNode(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== false))
}
