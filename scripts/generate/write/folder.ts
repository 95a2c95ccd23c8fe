import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import { createOperations } from '../../../src/document/provider.js'
import { type Document, listOperations, listScopes, scopesOf } from '../../lib/document.js'
import { openAnswers } from '../read/answers.js'
import { forbidOthers } from '../read/exclusive.js'
import { keysOf, withoutKeys } from '../read/idempotency.js'
import { simplify } from '../read/simplify.js'
import { exampleAnswers, exampleAnswersConstant } from './example-answers.js'
import { writeSchemas } from './json-schemas.js'
import { errorsType, methodsType } from './methods.js'
import { assertSupported, operationRows } from './operations.js'
import { publish } from './published.js'
import { enumsConstant, schemasType } from './run-time.js'
import { readTypes, schemasModule, typesModule } from './types.js'

/** Where a folder is: that of this project, or one beside an app that has the package. */
interface Target {
  /** The first line of each module. */
  readonly header: string
  /** What only our own client reads. */
  readonly own?: { readonly defaultScopes: readonly string[] }
}

/** Quotes what a YAML 1.1 reader would take for a date or a boolean, and writes every value where it is used. */
const yamlStyle = {
  lineWidth: 0,
  singleQuote: true,
  compat: 'yaml-1.1',
  aliasDuplicateObjects: false,
} as const

/**
 * Makes all files of a folder out of a document that is bundled: their texts by their names.
 * @throws Error in a sentence that names the operation, for what the client cannot do
 */
export async function writeFolder(
  document: Document,
  target: Target,
): Promise<Record<string, string>> {
  const { header, own } = target
  const whole = simplify(document)
  assertSupported(whole, listOperations(whole))
  const keys = keysOf(whole, listOperations(whole))
  const shown = withoutKeys(whole, keys)
  const operations = listOperations(shown)
  const exclusive = forbidOthers(shown)
  const typed = openAnswers(exclusive)
  const schemas = writeSchemas(exclusive, operations)
  const rows = operationRows(shown, operations, schemas, keys)
  const answers = exampleAnswers(shown, operations)
  const published = publish(document)
  const scopes = listScopes(document)
  // Our own folder is made before there is a version in it.
  const { version } = own ? {} : await import('../../../generated/version.js')
  const data = {
    version,
    operations: Object.fromEntries(rows.map((row) => [row.id, row.data])),
    scopes,
    exampleAnswers: answers,
  }
  // A document without parameters, limits, links and keys, as ours is, needs no code.
  const isPlain = isDeepStrictEqual(createOperations(data.operations), data.operations)
  const literal = `{\n${rows.map(({ text }) => text).join('\n')}\n}`
  const constants = `${schemas.text}
/** Every operation of the document, by its operationId. */
${own ? 'export ' : ''}const operations${own ? ': Readonly<Record<string, Operation<keyof Methods>>>' : ''} = ${isPlain ? literal : `/* @__PURE__ */ createOperations(${literal})`}

/** Every scope that the document names. */
${own ? 'export ' : ''}const scopes: readonly string[] = ${JSON.stringify(scopes)}
${own ? ownConstants(own.defaultScopes, operations) : ''}
/** How each operation is answered where there is no service. */
${own ? 'export ' : ''}const exampleAnswers${own ? ': Readonly<Record<string, ExampleAnswer>>' : ''} = ${exampleAnswersConstant(answers)}
${enumsConstant(shown, operations)}`
  return {
    'index.ts':
      header +
      indexModule(target, constants, [
        methodsType(typed, operations),
        errorsType(operations),
        schemasType(shown, operations),
      ]),
    'schemas.ts': header + (await schemasModule(typed, listOperations(typed))),
    'types.ts': header + typesModule(await readTypes(typed)),
    'openapi.yaml': stringify(published, yamlStyle),
    'openapi.json': `${JSON.stringify(published, null, 2)}\n`,
    ...(!own && { 'provider.json': `${JSON.stringify(data)}\n` }),
  }
}

function ownConstants(defaults: readonly string[], operations: ReturnType<typeof listOperations>) {
  const rows = operations.map(
    (operation) =>
      `  /** ${operation.method} ${operation.path} */\n  ${operation.id}: ${JSON.stringify(scopesOf(operation))},`,
  )
  return `
/** Those that the major version began with: an upgrade never asks for one more by itself. */
export const defaultScopes: readonly string[] = ${JSON.stringify(defaults)}

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
  { own }: Target,
  constants: string,
  types: readonly { readonly text: string; readonly names: readonly string[] }[],
): string {
  const names = [...new Set(types.flatMap((one) => one.names))]
  const isPlain = !constants.includes(' createOperations(')
  const main = 'stablecoin-issuer-api'
  return `import type { Call } from '${own ? '../src/call-context.js' : main}'
import type { CallOptions } from '${own ? '../src/options.js' : main}'
${own ? ownTypes : ''}import ${isPlain ? 'type { Provider }' : '{ createOperations, type Provider }'} from '${own ? '../src/document/provider.js' : main}'
import type { StandardSchema } from '${own ? '../src/document/standard-schema.js' : `${main}/schemas`}'
import type { ${names.join(', ')} } from './schemas.js'
import type { paths } from './types.js'

export type * from './schemas.js'
export type { paths } from './types.js'
${constants}${types.map(({ text }) => text).join('')}
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
