import { stringify } from 'yaml'
import { type Document, listOperations, listScopes } from '../../lib/document.js'
import { openAnswers } from '../read/answers.js'
import { applyDiscriminators, forbidOthers } from '../read/exclusive.js'
import {
  keysOf,
  withOptionalKeys,
  withoutOpenRepeats,
  withRequiredBodies,
} from '../read/idempotency.js'
import { namedSchemas } from '../read/names.js'
import { resourceRules } from '../read/resources.js'
import { simplify } from '../read/simplify.js'
import { exampleAnswers } from './example-answers.js'
import { errorsType, methodsType } from './methods.js'
import { assertSupported, operationsData } from './operations.js'
import { publish, withoutAnyBody } from './published.js'
import { enumsConstant, schemasType } from './run-time.js'
import { readTypes, schemasModule, typesModule } from './types.js'
import { conformanceWorkflow } from './workflow.js'

/** Where a folder is: that of this project, or one beside an app that has the package. */
interface Target {
  /** The first line of each module. */
  readonly header: string
  /** Whether it is that of this project, with what only our own client reads. */
  readonly isOwn?: boolean
}

/** Quotes what a YAML 1.1 reader would take for a date or a boolean, and writes every value where it is used. */
const yamlStyle = {
  lineWidth: 0,
  singleQuote: true,
  compat: 'yaml-1.1',
  aliasDuplicateObjects: false,
} as const

/**
 * Reads all that a folder is made of, out of a document that is bundled.
 * @throws Error in a sentence that names the operation, for what the client cannot do; of several, an AggregateError
 */
export function readDocument(written: Document) {
  const document = withoutAnyBody(applyDiscriminators(withoutOpenRepeats(written)))
  const whole = simplify(document)
  assertSupported(whole, listOperations(whole))
  const keys = keysOf(listOperations(whole))
  const shown = withRequiredBodies(withOptionalKeys(whole, keys))
  const operations = listOperations(shown)
  const exclusive = forbidOthers(shown)
  const typed = openAnswers(exclusive)
  const schemas = { ...shown.components.schemas, ...namedSchemas(shown, operations) }
  const resources = resourceRules(shown, operations)
  const data = operationsData(operations, listOperations(exclusive), keys, resources)
  const answers = exampleAnswers(operations, resources)
  return { document, operations, typed, schemas, data, answers }
}

/**
 * Makes all files of a folder out of a document that is bundled: their texts by their names.
 * @throws Error in a sentence that names the operation, for what the client cannot do
 */
export async function writeFolder(
  written: Document,
  target: Target,
): Promise<Record<string, string>> {
  const { header, isOwn: own = false } = target
  const { document, operations, typed, schemas, data, answers } = readDocument(written)
  const published = publish(document)
  // As data, they have the type that the folder's own modules have.
  const workflow = conformanceWorkflow(
    document,
    data as Parameters<typeof conformanceWorkflow>[1],
    answers,
  )
  const scopes = listScopes(document)
  // Our own folder is made before there is a version in it.
  const { version } = own ? {} : await import('../../../generated/version.js')
  const constants = `
/** Every operation of the document, by its operationId. */
${own ? 'export ' : ''}const operations${own ? ': Readonly<Record<string, Operation<keyof Methods>>>' : ''} = ${literalOf(data)}

/** Every scope that the document names. */
${own ? 'export ' : ''}const scopes: readonly string[] = ${JSON.stringify(scopes)}
${own ? ownConstants(operations) : ''}
/** How each operation is answered where there is no service. */
${own ? 'export ' : ''}const exampleAnswers${own ? ': Readonly<Record<string, ExampleAnswer>>' : ''} = ${literalOf(answers)}
${enumsConstant(schemas)}`
  const types = methodsType(schemas, operations) + errorsType(operations) + schemasType(operations)
  const plain = { version, operations: data, scopes, exampleAnswers: answers }
  return {
    'index.ts': header + indexModule(target, constants, types, schemas),
    'schemas.ts': header + schemasModule(typed, listOperations(typed)),
    'types.ts': header + typesModule(readTypes(typed)),
    'openapi.yaml': stringify(published, yamlStyle),
    'openapi.json': `${JSON.stringify(published, null, 2)}\n`,
    ...(!own && { 'provider.json': `${JSON.stringify(plain)}\n` }),
    ...(!own && workflow && { 'conformance.arazzo.yaml': stringify(workflow, yamlStyle) }),
  }
}

/**
 * Data of operations as it is written in a module: a member a line, and each entry of a list, so that a changed one is seen
 * as a changed line. A member that is undefined is left out, but for the reference: that of a polluted Object.prototype is
 * never taken for it.
 */
function literalOf(rows: Readonly<Record<string, object>>): string {
  const text = (value: unknown): string => {
    if (!Array.isArray(value) || Object(value[0]) !== value[0]) return JSON.stringify(value)
    return `[\n${value.map((entry) => `      ${JSON.stringify(entry)},`).join('\n')}\n    ]`
  }
  const written = Object.entries(rows).map(([id, row]) => {
    const lines = Object.entries(row).flatMap(([name, value]) =>
      value === undefined && name !== 'referenceField' ? [] : `    ${name}: ${text(value)},`,
    )
    return `  ${id}: {\n${lines.join('\n')}\n  },`
  })
  return `{\n${written.join('\n')}\n}`
}

function ownConstants(operations: ReturnType<typeof listOperations>) {
  const rows = operations.map(
    (operation) =>
      `  /** ${operation.method} ${operation.path} */\n  ${operation.id}: ${JSON.stringify(operation.scopes)},`,
  )
  return `
/** The scopes that each operation needs. */
export const operationScopes = {
${rows.join('\n')}
} as const
`
}

const ownTypes = `import type { Operation } from '../src/operation.js'
import type { ExampleAnswer } from '../src/testing/example-answer.js'
`

/** One module has all values, so that a runtime which strips types can load it: it imports none from its siblings. */
function indexModule(
  { isOwn: own }: Target,
  constants: string,
  types: string,
  schemas: object,
): string {
  const code = types.replace(/\/\*\*[^]*?\*\/|\w+[:(?]/g, '')
  const names = [...new Set(code.match(/\w+/g))].filter((name) => Object.hasOwn(schemas, name))
  const main = 'stablecoin-issuer-api'
  return `import type { Call } from '${own ? '../src/call-context.js' : main}'
import type { CallOptions } from '${own ? '../src/options.js' : main}'
${own ? ownTypes : ''}import type { Provider } from '${own ? '../src/document/provider.js' : main}'
import type { StandardSchema } from '${own ? '../src/document/standard-schema.js' : `${main}/schemas`}'
import type { ${names.join(', ')} } from './schemas.js'
import type { paths } from './types.js'

export type * from './schemas.js'
export type { paths } from './types.js'
${constants}${types}
/** Only for the compiler. */
export interface Types {
  /** What each method takes and gives. */
  readonly methods: Methods
  /** In the shape of openapi-typescript. */
  readonly paths: paths
  /** The documented bodies of refusals. */
  readonly errors: ErrorBodies
  /** What each method takes, as a Standard Schema. */
  readonly schemas: Schemas
}

/** The document, for the option \`provider\`. */
export const provider: Provider<Types> = { operations, scopes, exampleAnswers }
`
}
