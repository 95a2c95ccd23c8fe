import {
  BaseResolver,
  createConfig,
  lintDocument,
  ResolveError,
  type RuleSeverity,
  Source,
} from '@redocly/openapi-core'
import {
  type Document,
  isNode,
  type Json,
  listOperations,
  type Location,
  type Operation,
  placeAt,
  valueAt,
} from '../lib/document.js'
import type { Applied } from './apply.js'

type RuleConfig = RuleSeverity | { severity: RuleSeverity; allowAdditionalProperties: boolean }

const examples = 'no-invalid-media-type-examples'

const rules: Readonly<Record<string, RuleConfig>> = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'security-defined': 'error',
  [examples]: { severity: 'error', allowAdditionalProperties: true },
}

/**
 * Checks a document as the last action left it.
 * @returns the places of examples that lack a field which their schema now requires, or have a value that it does not allow
 * @throws AggregateError of a line for the first places where it is no OpenAPI document
 */
export async function assertOpenApi({ document, errorAt }: Applied): Promise<string[]> {
  const problems = await lint(document)
  const sentences = problems.flatMap(({ rule, pointer, problem }) => {
    if (rule === examples) return []
    const node = valueAt(document, placeAt(pointer))
    const reference = isNode(node) && typeof node['$ref'] === 'string' ? node['$ref'] : ''
    const advice = pointer.endsWith('/nullable') ? "; OpenAPI 3.1 says type: [string, 'null']" : ''
    const sentence = `${pointer}: ${problem}${reference && ` ${reference}`}${advice}`
    const error = errorAt(placeAt(pointer), sentence) ?? errorAt(placeAt(reference), sentence)
    return error?.message ?? sentence
  })
  // The first says the most: others often follow from it.
  const first = [...new Set(sentences)].slice(0, 5)
  if (first.length > 0) throw new AggregateError(first)
  return problems.map(({ pointer, problem }) => `${pointer}: ${problem.replace(/^.*schema: /, '')}`)
}

/** A resolver that reads no file and makes no request: a reference that leads out of the document cannot be resolved. */
class NoFiles extends BaseResolver {
  override loadExternalRef(): Promise<never> {
    return Promise.reject(new ResolveError(new Error('it is not in this document')))
  }
}

async function lint(document: Json) {
  const { styleguide: config } = await createConfig({ rules })
  // Its text would be for lines, of which overlays know better ones.
  const source = new Source('openapi.json', '')
  const problems = await lintDocument({
    document: { source, parsed: document },
    config,
    externalRefResolver: new NoFiles(),
  })
  return problems.map(({ ruleId, message, location: [at] }) => ({
    rule: ruleId,
    pointer: at?.pointer ?? '#/',
    problem: message.replace(/\.? *$/, ''),
  }))
}

/** An error of the generator, with the line of the operation that it names or of what that refers to. */
export function withLine({ document, errorAt }: Applied, { name, message }: Error): Error {
  if (name !== 'Error') return new Error(`no client can be made of the document: ${message}`)
  const named = operationIn(document as unknown as Document, message)
  const place = named && ['paths', named.path, named.method.toLowerCase()]
  for (const one of placesFrom(document, place ?? placeAt(/#\/\S+/.exec(message)?.[0] ?? ''))) {
    const error = errorAt(one, message)
    if (error !== undefined) return error
  }
  return new Error(message)
}

/** The operation that a sentence names. */
export function operationIn(document: Document, sentence: string): Operation | undefined {
  return listOperations(document).find(({ method, path }) =>
    [')', ':'].some((end) => sentence.includes(`${method} ${path}${end}`)),
  )
}

/** A place and all that it refers to. */
function* placesFrom(
  document: Json,
  place: Location,
  seen = new Set<string>(),
): Generator<Location> {
  yield place
  const text = JSON.stringify(valueAt(document, place) ?? null)
  for (const [, pointer = ''] of text.matchAll(/"\$ref":"([^"]+)"/g))
    if (seen.size < seen.add(pointer).size) yield* placesFrom(document, placeAt(pointer), seen)
}
