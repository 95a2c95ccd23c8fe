import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { fastFormats, fullFormats } from 'ajv-formats/dist/formats.js'
import {
  type Document,
  type Json,
  type Operation,
  dereference,
  responseSchema,
} from './document.js'
import { compact } from './compact.js'
import { inputSchema } from './parameters.js'
import { annotations, phrases } from './phrases.js'

/** Removes descriptions and the like, which decide nothing and would only make the module larger. */
function strip(node: Json, isSchema = true): Json {
  if (Array.isArray(node)) return node.map((item) => strip(item))
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !isSchema || !(annotations.has(key) || key.startsWith('x-')))
      .map(([key, value]) => [
        key,
        key === 'enum' || key === 'const' ? value : strip(value, key !== 'properties'),
      ]),
  )
}

/** Forbids fields that a response schema does not list, so that a new field is reported as drift. */
function close(node: Json): Json {
  if (Array.isArray(node)) return node.map(close)
  if (node === null || typeof node !== 'object') return node
  const closed = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, close(value)]))
  return closed['type'] === 'object' && closed['properties'] !== undefined
    ? { additionalProperties: false, ...closed }
    : closed
}

/** The validators' module, and the packages whose code is in it. */
export interface Validators {
  readonly text: string
  readonly inlined: readonly string[]
  /** Under which name the validator and the phrases of each schema are: equal ones are written once. */
  readonly places: ReadonlyMap<string, Place>
}

export interface Place {
  readonly validator: string
  readonly words: string
}

/** A module of validators that imports nothing, and for each of them the words of its sentences. */
export async function validatorsModule(
  document: Document,
  operations: Operation[],
): Promise<Validators> {
  const ajv = new Ajv2020({
    allErrors: true,
    ownProperties: true,
    messages: false,
    strictTypes: true,
    strictRequired: true,
    formats: {
      // Regular expressions are written into the module; Ajv's own function would be an import at run time.
      'date-time': (fastFormats['date-time'] as { validate: RegExp }).validate,
      uuid: fullFormats.uuid,
    },
    code: { source: true, esm: true },
  })
  const words = new Map<string, string>()
  const schemas = new Map<string, string>()
  const places = new Map<string, Place>()
  const add = (name: string, schema: Json): void => {
    const first = (known: Map<string, string>, text: string): string =>
      known.get(text) ?? (known.set(text, name), name)
    const stripped = strip(schema)
    const validator = first(schemas, JSON.stringify(stripped))
    if (validator === name) ajv.addSchema(stripped as object, name)
    places.set(name, { validator, words: first(words, JSON.stringify(phrases(schema))) })
  }
  for (const operation of operations) {
    const input = inputSchema(document, operation)
    if (input !== undefined) add(`${operation.id}Request`, dereference(document, input))
    const response = responseSchema(operation)
    if (response !== undefined)
      add(`${operation.id}Response`, close(dereference(document, response.schema)))
  }
  const names = Object.fromEntries([...schemas.values()].map((name) => [name, name]))
  const { code, packages } = await inline(withoutSchemas(standalone.default(ajv, names)))
  // Each by itself, so that a bundler sees which of them nobody uses.
  const phrased = [...words].map(
    ([text, name]) =>
      `export const ${name}Phrases: Record<string, string> = ${JSON.stringify(JSON.parse(text), null, 2)}\n`,
  )
  // `npm run generate -- --check` and the contract tests hold it; `operations.ts` gives its functions their type.
  const text = `// @ts-nocheck Ajv writes plain JavaScript, whose variables have no types to check.
${compact(code)}
${phrased.join('')}`
  // The code that Ajv writes, and the regular expressions of its formats, are theirs.
  return { text, inlined: [...new Set(['ajv', 'ajv-formats', ...packages])].sort(), places }
}

/**
 * The list of an enum's values in an error is all for which the module would carry whole schemas; the
 * sentences of `phrases` have it already.
 */
function withoutSchemas(code: string): string {
  return code.replaceAll(/params: ?\{ ?allowedValues:[^}]*\}/g, 'params:{}')
}

/** Brings Ajv's own helpers into the module, for keywords that need one. */
async function inline(contents: string): Promise<{ code: string; packages: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const inside = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/
  const packages = Object.keys(metafile.inputs).flatMap((file) => inside.exec(file)?.[1] ?? [])
  return { code: outputFiles[0]?.text ?? '', packages }
}
