// The Arazzo workflow in the folder of a provider: what it asks for is an input, and what it sends is given.

import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { writeFolder } from '../../scripts/generate/write/folder.js'
import type { Node } from '../../scripts/lib/document.js'
import { baseDocument } from '../support/base-document.js'

const text = { type: 'string' }
const json = (schema: object, value: object) => ({
  content: { 'application/json': { schema, examples: { one: { value } } } },
})
const parameters = [
  { name: 'X-Account', in: 'header', required: true, schema: text },
  { name: 'X-Desk', in: 'header', schema: text },
  { name: 'Idempotency-Key', in: 'header', required: true, schema: text },
]
const order = { reference: 'r-1', amount: '1.50', note: 'text' }

/** Which examples the document has: of the request and the answer, of the request alone, or none. */
type Shown = 'both' | 'request' | 'none'

interface Workflow {
  readonly inputs: { readonly required: string[]; readonly properties: object }
  readonly steps: readonly {
    readonly stepId: string
    readonly parameters: Node[]
    readonly requestBody: { readonly payload: Node }
  }[]
}

async function workflowOf(marks: object, shown: Shown = 'both'): Promise<Workflow> {
  const properties = { reference: { ...text, ...marks }, amount: text, note: text }
  const schema = { type: 'object', required: ['amount'], properties }
  const bare = { content: { 'application/json': { schema } } }
  const made = { type: 'object' }
  const answer =
    shown === 'both'
      ? json(made, { id: 'o-1' })
      : { content: { 'application/json': { schema: made } } }
  const post = {
    operationId: 'createOrder',
    'x-idempotency': { key: 'header Idempotency-Key', repeated: 'first-answer', lifetime: 'PT1H' },
    parameters,
    requestBody: { required: true, ...(shown === 'none' ? bare : json(schema, order)) },
    responses: { '200': { description: 'Made.', ...answer } },
  }
  const document = baseDocument()
  Object.assign(document.paths, { '/v2/orders': { post } })
  const files = await writeFolder(document, { header: '' })
  const { workflows } = parse(files['conformance.arazzo.yaml'] ?? '') as { workflows: Workflow[] }
  return workflows[0] as Workflow
}

it.each([
  ['the reference', { 'x-client-reference': true }, []],
  ['a field of its own', {}, ['field_reference']],
])('a field named reference that is %s leaves the workflow its inputs', async (_, marks, more) => {
  const { inputs, steps } = await workflowOf(marks)
  const settings = ['access_token', 'reference', 'unused']
  expect(inputs.required).toEqual([...settings, 'X_Account'])
  const names = ['X_Account', 'X_Desk', 'amount', 'note', ...settings, ...more]
  expect(Object.keys(inputs.properties).sort()).toEqual(names.sort())
  const asked = JSON.stringify(steps).match(/(?<=\$inputs\.)\w+/g) ?? []
  expect([...new Set(asked)].filter((name) => !names.includes(name))).toEqual([])
  const sent = steps[0]?.parameters.map(({ name, value }) => [name, value])
  expect(sent).toEqual([
    ['Authorization', 'Bearer {$inputs.access_token}'],
    ['idempotency-key', '$inputs.reference'],
    ['X-Account', '$inputs.X_Account'],
    ['X-Desk', '$inputs.X_Desk'],
  ])
})

it.each<[Shown, sent: string[], required: string[]]>([
  ['request', ['amount', 'note'], ['X_Account']],
  // What a person has to give where the document shows nothing.
  ['none', ['amount'], ['X_Account', 'amount']],
])('a document with an example of %s makes a workflow', async (shown, sent, required) => {
  const { inputs, steps } = await workflowOf({ 'x-client-reference': true }, shown)
  const { payload } = steps[0]?.requestBody ?? {}
  const fields = sent.map((name) => [name, `$inputs.${name}`] as const)
  expect(payload).toEqual({ ...Object.fromEntries(fields), reference: '$inputs.reference' })
  expect(inputs.required).toEqual(['access_token', 'reference', 'unused', ...required])
})
