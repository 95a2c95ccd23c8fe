/** Makes a workflow, as `stepci generate` does: it sends and expects one example of each operation. */
import { isDeepStrictEqual } from 'node:util'
import { generateWorkflow } from '@stepci/plugin-openapi'
import { DOCUMENT, examples, nameOf, print } from './cases.js'

interface Step {
  readonly id: string
  readonly http: { readonly json: unknown; readonly check: { readonly json: unknown } }
}

const { tests } = (await generateWorkflow(DOCUMENT, {})) as {
  readonly tests: Record<string, { readonly steps: readonly Step[] }>
}
const steps = Object.values(tests).flatMap((test) => test.steps)
for (const example of examples) {
  const http = steps.find(({ id }) => id === example.operationId)?.http
  const has = [http?.json, http?.check.json]
  print({
    example: nameOf(example),
    taken: isDeepStrictEqual(has, [example.body, example.response]),
  })
}
