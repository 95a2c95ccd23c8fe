import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { writeFolder } from '../../scripts/generate/write/folder.js'
import type { Document, Json, Node } from '../../scripts/lib/document.js'

/** A look-up, and the sentence with which it is refused. */
interface Row {
  readonly sentence: string
  /** What the link gives the read, beside the reference if that is not among it. */
  readonly by?: Node
  /** A parameter of the read that the link gives nothing. */
  readonly left?: Node
  /** The schema of the 404 of the read, or one of the values of its `code`. */
  readonly notFound?: Node
  readonly code?: Json
}
const text = readFileSync(new URL('links.yaml', import.meta.url), 'utf8')
const rows = (parse(text) as Row[]).map((row) => [row.sentence, row] as const)

const string = { type: 'string' }
const sent = {
  ref_id: { ...string, 'x-client-reference': true },
  profile_id: string,
  account_id: string,
  amount: { ...string, 'x-expected': 'a decimal string' },
}
const made = {
  type: 'object',
  required: ['id'],
  properties: { ...sent, id: string, status: string },
}
const json = (schema: Node) => ({ content: { 'application/json': { schema } } })
const reference = '$request.body#/ref_id'

function linking({ by = {}, left, code, notFound }: Row): object {
  const parameters = Object.values(by).includes(reference) ? by : { ref_id: reference, ...by }
  const links = { lookUp: { operationId: 'find', parameters } }
  const requestBody = json({ type: 'object', properties: sent })
  const post = {
    operationId: 'convert',
    requestBody,
    responses: { '200': { ...json(made), links } },
  }
  const given = Object.entries(parameters).map(([name, value]) => {
    return { name, in: 'query', schema: { type: typeof value } }
  })
  const ofCode = {
    required: ['code'],
    properties: { code: { enum: ['ORDER_NOT_FOUND', code ?? ''] } },
  }
  const responses = {
    '200': json({ type: 'array', items: made }),
    ...((code ?? notFound) !== undefined && { '404': json(notFound ?? ofCode) }),
  }
  const get = { operationId: 'find', parameters: [...given, left ?? []].flat(), responses }
  const components = { schemas: {}, securitySchemes: {} }
  return { info: {}, paths: { '/convert': { post }, '/find': { get } }, components }
}

it.each(rows)('npm run generate refuses a look-up in a sentence: %s', async (sentence, row) => {
  const made = writeFolder(linking(row) as Document, { header: '' })
  await expect(made).rejects.toThrow(sentence)
})
