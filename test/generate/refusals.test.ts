import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { writeFolder } from '../../scripts/generate/write/folder.js'
import type { Document, Node } from '../../scripts/lib/document.js'

const read = (name: string): unknown => parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const document = read('constructs.yaml') as Document

/** An operation that is added, and the sentence with which it is refused. */
interface Row {
  readonly sentence: string
  readonly path?: string
  readonly get?: Node
  readonly post?: Node
  /** The schema of its body. */
  readonly request?: Node
  readonly schemas?: Node
}
const rows = (read('refusals.yaml') as Row[]).map((row) => [row.sentence, row] as const)

function adding({ path = '/more', get, post, request, schemas }: Row): object {
  const operation = {
    operationId: 'more',
    responses: { '200': { $ref: '#/components/responses/Parcel' } },
    ...(request && { requestBody: { content: { 'application/json': { schema: request } } } }),
    ...(get ?? post),
  }
  const { paths, components } = document
  return {
    ...document,
    paths: { ...paths, [path]: { [get ? 'get' : 'post']: operation } },
    components: {
      ...components,
      schemas: { ...components.schemas, ...schemas },
      securitySchemes: { ...components.securitySchemes, key: { type: 'apiKey' } },
    },
  }
}

it.each(rows)('npm run generate refuses in a sentence: %s', async (sentence, row) => {
  const made = writeFolder(adding(row) as Document, { header: '' })
  await expect(made).rejects.toThrow(sentence)
})
