import { readFileSync } from 'node:fs'
import createPaths from 'openapi-fetch'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { writeFolder } from '../../scripts/generate/write/folder.js'
import type { Document, Json, Node } from '../../scripts/lib/document.js'

const read = (name: string): unknown => parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const document = read('constructs.yaml') as Document
const json = (schema: Node) => ({ content: { 'application/json': { schema } } })

/** An operation that is added, and the sentence with which it is refused. */
interface Row {
  readonly sentence: string
  readonly path?: string
  readonly get?: Node
  readonly post?: Node
  readonly head?: Node
  /** The schema of its body. */
  readonly request?: Node
  readonly schemas?: Node
}

function adding({ path = '/more', get, post, head, request, schemas }: Row): object {
  const operation = {
    operationId: 'more',
    responses: { '200': { $ref: '#/components/responses/Conversion' } },
    ...(request && { requestBody: json(request) }),
    ...(get ?? head ?? post),
  }
  const { paths, components } = document
  return {
    ...document,
    paths: { ...paths, [path]: { [get ? 'get' : head ? 'head' : 'post']: operation } },
    components: {
      ...components,
      schemas: { ...components.schemas, ...schemas },
      securitySchemes: { ...components.securitySchemes, key: { type: 'apiKey' } },
    },
  }
}

/** An operation with a look-up that can miss what it made. */
interface Link {
  readonly sentence: string
  /** What the link gives the read, beside the reference if that is not among it. */
  readonly by?: Node
  /** Whether the read requires each. */
  readonly required?: boolean
  /** A parameter of the read that the link gives nothing. */
  readonly left?: Node
  /** A parameter of the call. */
  readonly own?: Node
  /** The schema of the 404 of the read, or one of the values of its `code`. */
  readonly notFound?: Node
  readonly code?: Json
}

const text = { type: 'string' }
const sent = {
  ref_id: { ...text, 'x-client-reference': true },
  profile_id: text,
  account_id: text,
  amount: { ...text, 'x-expected': 'a decimal string' },
}
const made = { type: 'object', required: ['id'], properties: { ...sent, id: text, status: text } }
const reference = '$request.body#/ref_id'

function linking({ by = {}, required = false, left, own, code, notFound }: Link): object {
  const parameters = Object.values(by).includes(reference) ? by : { ref_id: reference, ...by }
  const lookUp = { operationId: 'find', parameters }
  const post = {
    operationId: 'convert',
    ...(own && { parameters: [own] }),
    requestBody: json({ type: 'object', properties: sent }),
    responses: { '200': { ...json(made), links: { lookUp } } },
  }
  const codes = { code: { enum: ['ORDER_NOT_FOUND', code ?? ''] } }
  const none = notFound ?? (code !== undefined && { required: ['code'], properties: codes })
  const get = {
    operationId: 'find',
    parameters: [
      ...Object.entries(parameters).map(([name, value]) => {
        return { name, in: 'query', required, schema: { type: typeof value } }
      }),
      ...(left ? [left] : []),
    ],
    responses: { '200': json({ type: 'array', items: made }), ...(none && { '404': json(none) }) },
  }
  const components = { schemas: {}, securitySchemes: {} }
  return { info: {}, paths: { '/convert': { post }, '/find': { get } }, components }
}

it.each([
  ...(read('refusals.yaml') as Row[]).map((row) => [row.sentence, adding(row)] as const),
  ...Object.keys(createPaths()).map((operationId) => {
    const sentence = `the operationId ${operationId} is a member of openapi-fetch's client`
    return [sentence, adding({ sentence, post: { operationId } })] as const
  }),
  ...(read('links.yaml') as Link[]).map((row) => [row.sentence, linking(row)] as const),
])('npm run generate refuses in a sentence: %s', async (sentence, document) => {
  const made = writeFolder(document as Document, { header: '' })
  await expect(made).rejects.toThrow(sentence)
})
