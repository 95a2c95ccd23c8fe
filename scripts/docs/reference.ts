import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TagObject } from 'openapi-typescript'
import { format } from 'prettier'
import type { ExampleAnswer } from '../../src/testing/example-answer.js'
import {
  type BodyObject,
  type Content,
  type Document,
  listOperations,
  type Operation,
} from '../lib/document.js'
import { inFolder } from '../lib/in-folder.js'
import { redocly } from '../lib/redocly.js'
import type { ProviderData } from '../overlay/kept.js'
import { groups, type Guide } from './guides.js'
import { promisesOf } from './promises.js'
import { samplesOf } from './samples.js'
import { sampleAnswerOf, type SampleCall, sampleCallOf } from './samples/sample-call.js'

/** The parts of a document that are changed for the pages. */
type Shown = Document & {
  readonly servers?: readonly { readonly variables?: object }[]
  readonly tags?: readonly TagObject[]
}

/** A document, what is made of it for the client, and the name of its folder, where it is a provider's. */
export interface Described {
  readonly document: Document
  readonly data: ProviderData
  readonly folder?: string | undefined
}

/** A tag with `x-traitTag` is a page of its own, and no operation has it. */
const tryIt: TagObject = {
  name: 'try-it',
  description:
    '[Lose an answer in your browser](try-it.html): the client calls an issuer in memory, and the page shows what your program sees and what the service did.',
  'x-displayName': 'Try it',
  'x-traitTag': true,
}

/** Renders the document and the guides by Redoc into one file that needs no other. */
export async function writeReference(
  shownDocument: Described,
  guides: readonly Guide[],
  output: string,
): Promise<void> {
  const { document } = shownDocument
  const shown = await forRedoc(shownDocument, guides)
  await inFolder('reference', async (folder) => {
    const source = join(folder, 'openapi.json')
    await writeFile(source, JSON.stringify(shown))
    const result = redocly(
      ...['build-docs', source, '--output', output, '--title', document.info.title],
      ...['--template', 'scripts/docs/template.hbs', '--config', 'scripts/docs/redoc.yaml'],
      '--inlineBundle',
    )
    if (result.code !== 0) throw new Error(result.output)
    // Redoc's menu loads the logo of its maker from another host.
    const page = await readFile(output, 'utf8')
    await writeFile(output, page.replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w/-]+\.svg/g, 'data:,'))
  })
}

/** The document with the guides as tags, which are pages of their own. The document itself stays without them. */
async function forRedoc(
  { document, data, folder }: Described,
  guides: readonly Guide[],
): Promise<object> {
  const promises = promisesOf(document, data)
  const firstScreen = await readFile('scripts/docs/start.md', 'utf8')
  const { info, servers = [], tags = [], ...rest } = structuredClone(document) as Shown
  for (const operation of listOperations(rest as Document)) {
    const { id, object } = operation
    const own = dataOf(data, operation)
    const answer = data.exampleAnswers[own?.id ?? '']
    const call = own && sampleCallOf(operation, own, data.exampleAnswers, folder)
    // Redoc cuts a long scope.
    const scopes = operation.scopes.map((scope) => `\n\nScope: \`${scope}\``)
    Object.assign(object, {
      ...(call && (await samplesOf(operation, call))),
      tags: object.tags ?? ['Other operations'],
      description: `${object.description ?? ''}${promises(operation)}${scopes.join('')}\n\n[Try it](try-it.html#${id})`,
    })
    if (call) showExamples(operation, call, answer)
  }
  const used = listOperations(rest as Document).flatMap(({ object }) => object.tags ?? [])
  const pages = guides.map(async ({ name, title, text }): Promise<TagObject> => {
    const description = await asPage(text)
    return { name, description, 'x-displayName': title, 'x-traitTag': true }
  })
  const { 'Start here': start, ...others } = groups
  return {
    ...rest,
    // Neither the document's version nor its licence is the service's.
    info: {
      title: info.title,
      version: '',
      description: `${firstScreen}\n${info.description ?? ''}`,
    },
    // Redoc shows a server that is a variable as a path below the address of the pages.
    servers: servers.filter(({ variables }) => variables === undefined),
    tags: [...tags, tryIt, ...(await Promise.all(pages))],
    'x-tagGroups': [
      { name: 'Start here', tags: [...start, tryIt.name] },
      { name: 'Reference', tags: [...new Set(used)] },
      ...Object.entries(others).map(([name, tags]) => ({ name, tags })),
    ],
  }
}

const dataOf = ({ operations }: ProviderData, { method, path }: Operation) =>
  Object.values(operations).find((one) => one.method === method && one.path === path)

/** Gives each body without an example the value that the fake and the mock have: Redoc would make up another. */
function showExamples(
  operation: Operation,
  call: SampleCall,
  answer: ExampleAnswer | undefined,
): void {
  const { object, requestBody, responses, successes } = operation
  const add = (content: Content | undefined, value: unknown): void => {
    if (content && value !== undefined && !('example' in content) && !('examples' in content))
      Object.assign(content, { example: value })
  }
  const json = ({ content = {} }: BodyObject = {}): Content | undefined =>
    Object.entries(content).find(([type]) => /json/.test(type))?.[1]
  if (object.requestBody) add(json(requestBody), call.body)
  for (const [, success] of successes.slice(0, 1)) add(json(success), sampleAnswerOf(answer, call))
  for (const [status, { body }] of Object.entries(answer?.refusals ?? {}))
    add(json(responses[status]), body)
}

/** Markdown for Redoc: links lead to pages, pictures are a part of the text, and a paragraph is one line for its search. */
async function asPage(text: string): Promise<string> {
  const onLines = await format(text, {
    parser: 'markdown',
    proseWrap: 'never',
    embeddedLanguageFormatting: 'off',
  })
  return (
    onLines
      // Redoc's Markdown takes no SVG as data, but its HTML does.
      .replace(/!\[([^\]"]*)\]\(([\w-]+\.svg)\)/g, (_, words: string, name: string) => {
        const picture = readFileSync(join('openapi/guides', name), 'base64')
        return `<img alt="${words}" src="data:image/svg+xml;base64,${picture}">`
      })
      .replace(/\]\(([\w-]+)\.md(?:#([\w-]+))?\)/g, (_, name: string, part?: string) =>
        part === undefined ? `](#/${name})` : `](#/${name}/${part})`,
      )
      // The reference of the client is a folder beside the page, and beside that of the guides.
      .replaceAll('](../client/', '](client/')
  )
}

/** An operation's method and path, and the first sentence about it. */
export function lineOf({ method, path, object }: Operation): string {
  const [sentence = ''] = (object.description ?? '').split(/(?<=\.)\s/)
  const words = sentence.replaceAll('\n', ' ').trim()
  return `\`${method} ${path}\`${words && `: ${words}`}`
}
