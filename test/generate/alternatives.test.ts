import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { writeFolder } from '../../scripts/generate/write/folder.js'
import type { Schemas } from '../../scripts/lib/document.js'
import { prepareInput } from '../../src/document/prepare-input.js'
import type { Operation } from '../../src/operation.js'
import { type ExampleAnswer, fill } from '../../src/testing/example-answer.js'

interface Row {
  readonly name: string
  readonly schemas: Schemas
  /** Parts of the types. */
  readonly types: readonly string[]
  readonly bodies: readonly { readonly sent: Record<string, unknown>; readonly problem?: string }[]
}

const rows = parse(readFileSync(new URL('alternatives.yaml', import.meta.url), 'utf8')) as Row[]

describe.each(rows)(
  'alternatives are one thing for types, check and answers: $name',
  async (row) => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/It' } } }
    const post = {
      operationId: 'make',
      requestBody: { content },
      responses: { '200': { content } },
    }
    const components = { schemas: row.schemas, securitySchemes: {} }
    const document = {
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: { '/it': { post } },
      components,
    }
    const files = await writeFolder(document, { header: '' })
    const { operations, exampleAnswers } = JSON.parse(files['provider.json'] ?? '') as {
      operations: { make: Operation }
      exampleAnswers: { make: ExampleAnswer }
    }
    const published = JSON.parse(files['openapi.json'] ?? '') as { components: object }
    const ajv = new Ajv2020({ strict: false })
    const isPublished = ajv.compile({ $ref: '#/components/schemas/It', ...published })

    it.each(row.types)('%s', (type) => expect(files['schemas.ts']).toContain(type))

    it.each(row.bodies)('$sent', ({ sent, problem }) => {
      const { issues } = prepareInput(operations.make, sent)
      const messages = issues.map(({ message }) => message.replace(/;.*/, ''))
      expect(messages).toEqual(problem === undefined ? [] : [problem])
      expect(isPublished(sent)).toBe(problem === undefined)
      if (problem === undefined)
        expect(fill(exampleAnswers.make, sent, operations.make.response ?? true)).toEqual(sent)
    })
  },
)
