import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readExamples } from '../../scripts/lib/examples.js'
import { document, withBody } from '../support/document.js'
import { brokenRules } from '../support/rules.js'
import { root } from '../support/run.js'

/** What a program that installed the package gets under these names. */
const packaged = createRequire(join(root, 'package.json')).resolve
const examples = await readExamples()

it('the document that the package carries is the same in YAML and in JSON, with the samples', async () => {
  for (const name of ['openapi.json', 'openapi.yaml']) {
    const text = await readFile(packaged(`stablecoin-issuer-api/${name}`), 'utf8')
    expect(parse(text)).toEqual(document)
  }
})

it('the document that the package carries gives the JSON Schema of every body by a plain $ref', () => {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addSchema(document, 'openapi.json')
  for (const { id, requestBody, responses } of withBody) {
    const [request, response] = [requestBody, responses['200']].map((side) => {
      const { $ref } = side?.content?.['application/json']?.schema as { $ref: string }
      return ajv.compile({ $ref: `openapi.json${$ref}` })
    })
    for (const example of examples.filter(({ operationId }) => operationId === id))
      expect([request?.(example.request), response?.(example.response)]).toEqual([true, true])
    for (const { body } of brokenRules.filter(({ operationId }) => operationId === id))
      expect(request?.(body)).toBe(false)
  }
})
