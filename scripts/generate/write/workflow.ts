import { memberAt } from '../../../src/document/read-pages.js'
import type { Link, Operation, Rules, Values } from '../../../src/operation.js'
import { type ExampleAnswer, memberRules } from '../../../src/testing/example-answer.js'
import { type Document, json, mapValues } from '../../lib/document.js'

const settings = {
  access_token: 'A token with every scope.',
  reference: 'A reference or key that no call had before.',
  unused: 'Another one, which no call gets.',
}

/** An expression takes letters, digits and underscores. */
function inputName(name: string): string {
  const plain = name.replace(/\W/g, '_')
  return plain in settings ? `field_${plain}` : plain
}

const inputOf = (name: string): string => `$inputs.${inputName(name)}`

/** The headers that the client may send with every request: an input that is left blank sends none of a value. */
const headersOf = ({ parameters = [], key }: Operation): string[] =>
  parameters.flatMap(({ in: place, name }) =>
    place === 'header' && name !== key?.argument ? [name] : [],
  )

const typeOf = ({ request = true }: Operation, name: string) => {
  const [one = request] = (request as Rules).oneOf ?? []
  return (memberRules(one, name) as Rules).type ?? 'string'
}

/** Without an example, each member that a request requires is an input. */
function requiredOf({ request = true }: Operation): readonly string[] {
  const [one = request] = (request as Rules).oneOf ?? []
  return (one as Rules).required ?? []
}

/**
 * An Arazzo workflow (1.0.1) for each operation with a link `lookUp` or a key: it makes a call, finds it, asks
 * for a reference that nobody used, and repeats the call. Undefined where there is none.
 */
export function conformanceWorkflow(
  document: Document,
  operations: Readonly<Record<string, Operation>>,
  answers: Readonly<Record<string, ExampleAnswer>>,
): object | undefined {
  const step = (stepId: string, operation: Operation, input: Values, headers: Values = {}) => {
    const { method, path, parameters = [], hasBody, contentType = json } = operation
    const own = parameters.filter(({ name }) => input[name] !== undefined)
    const payload = Object.entries(input).filter(([name]) => own.every((one) => one.name !== name))
    const inHeaders = { Authorization: 'Bearer {$inputs.access_token}', ...headers }
    return {
      stepId,
      // The client's method may have another name.
      operationId: document.paths[path]?.[method.toLowerCase()]?.operationId,
      parameters: [
        ...Object.entries(inHeaders).map(([name, value]) => ({ in: 'header', name, value })),
        ...own.map(({ in: place, name }) => ({ in: place, name, value: input[name] })),
      ],
      ...(hasBody && { requestBody: { contentType, payload: Object.fromEntries(payload) } }),
    }
  }
  const lookUpSteps = (
    link: Link,
    input: Values,
    unused: Values,
    identifier: readonly string[],
  ) => {
    const { path, parameters, constants } = link
    const read = operations[link.operation] as Operation
    const { items } = path.reduce(memberRules, read.response ?? true) as Rules
    const beside = Object.fromEntries(headersOf(read).map((name) => [name, inputOf(name)]))
    const queryOf = (sent: Values) => ({
      ...beside,
      ...constants,
      ...mapValues(parameters, (from) => memberAt(sent, from)),
    })
    const empty = `$[?length(${['@', ...path].join('.')}) == 0]`
    return [
      {
        ...step('find', read, queryOf(input)),
        successCriteria: [isMade([...path, ...(items ? ['0'] : []), ...identifier])],
        onFailure: [{ name: 'notYet', type: 'retry', retryAfter: 1, retryLimit: 60 }],
      },
      {
        ...step('findNothing', read, queryOf(unused)),
        successCriteria: items
          ? [{ context: '$response.body', type: 'jsonpath', condition: empty }]
          : [{ condition: '$statusCode == 404' }],
      },
    ]
  }
  const workflows = Object.values(operations).flatMap((operation) => {
    const { id, lookUp, key, referenceField = '', identifier = ['id'] } = operation
    if (!(lookUp || key)) return []
    const { examples = [], status = 200 } = answers[id] ?? {}
    const { request: example = {}, invented = [] } = examples[0] ?? {
      invented: requiredOf(operation),
    }
    const field = key?.in === 'input' ? key.name : referenceField
    const fields = Object.entries(example).filter(
      ([name]) => name !== field && name !== key?.argument,
    )
    const read = lookUp && operations[lookUp.operation]
    const headers = [operation, ...(read ? [read] : [])].flatMap(headersOf)
    const needed = invented.filter((name) => name !== key?.argument && name !== field)
    const properties = {
      ...Object.fromEntries(headers.map((name) => [inputName(name), { default: '' }])),
      ...Object.fromEntries(fields.map(([name, value]) => [inputName(name), { default: value }])),
      ...Object.fromEntries(
        needed.map((name) => [inputName(name), { type: typeOf(operation, name) }]),
      ),
      ...mapValues(settings, (description) => ({ type: 'string', description })),
    }
    const input = {
      ...Object.fromEntries(headersOf(operation).map((name) => [name, inputOf(name)])),
      ...Object.fromEntries(
        [...fields.map(([name]) => name), ...needed].map((name) => [name, inputOf(name)]),
      ),
      ...(field && { [field]: '$inputs.reference' }),
    }
    const header = key?.in === 'header' ? { [key.name]: '$inputs.reference' } : {}
    const made = { condition: `$statusCode == ${status}` }
    const unused = { ...input, [referenceField]: '$inputs.unused' }
    const make = { ...step('make', operation, input, header), successCriteria: [made] }
    const again = key?.repeated === '409' ? [refused] : [made, isMade(identifier)]
    const repeat = { ...make, stepId: 'repeat', successCriteria: again }
    return {
      workflowId: id,
      summary: 'It makes a real call.',
      inputs: {
        type: 'object',
        required: [...Object.keys(settings), ...needed.map(inputName)],
        properties,
      },
      steps: [
        { ...make, outputs: { id: at(identifier) } },
        ...(lookUp ? lookUpSteps(lookUp, input, unused, identifier) : []),
        ...(key ? [repeat] : []),
      ],
    }
  })
  if (workflows.length === 0) return undefined
  const info = { title: 'Conformance of a service with this folder', version: '1.0.0' }
  const sourceDescriptions = [{ name: 'service', type: 'openapi', url: './openapi.yaml' }]
  return { arazzo: '1.0.1', info, sourceDescriptions, workflows }
}

const refused = { condition: '$statusCode == 409' }

const at = (path: readonly string[]): string => `$response.body#/${path.join('/')}`

const isMade = (path: readonly string[]) => ({ condition: `${at(path)} == $steps.make.outputs.id` })
