/**
 * Says which operations of a provider's OpenAPI document an overlay can add, and why it cannot add the others. Each is
 * tried in a document of its own, with what it refers to.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { packageImports, writeFolder } from '../generate/write/folder.js'
import { type Document, isNode, type Json, listOperations, type Node } from '../lib/document.js'
import { applyOverlays } from './apply.js'
import { readSource } from './source.js'
import { assertOpenApi } from './validate.js'

import '../lib/plain-errors.js'

const { positionals } = parseArgs({ allowPositionals: true })
const [file = 'test/overlay/constructs.yaml'] = positionals
const provider = toJsonSchema(parse(await readFile(file, 'utf8')) as Node) as Node & Document
const { document: ours } = await readSource()
const components = { securitySchemes: ours.components.securitySchemes, schemas: {} } as object
const empty = { ...(ours as object as Node), paths: {}, components: components as Node }

const rows = new Map<string, string[]>()
const operations = listOperations(provider)
for (const operation of operations) {
  const problem = await problemOf(overlayOf(operation.path, operation.method.toLowerCase()))
  rows.set(problem, [...(rows.get(problem) ?? []), operation.id])
}
const { length: added } = rows.get('') ?? []
for (const [problem, ids] of rows) if (problem !== '') console.log(`${ids.join(', ')}: ${problem}`)
console.log(
  `${added} of the ${operations.length} operations of ${file} can be added by an overlay.`,
)

/** A document of OpenAPI 3.0 says two things in another way. */
function toJsonSchema(node: Json): Json {
  if (Array.isArray(node)) return node.map(toJsonSchema)
  if (!isNode(node)) return node
  const { nullable, ...rest } = node
  const { type } = rest
  if (nullable === true && typeof type === 'string') rest['type'] = [type, 'null']
  for (const bound of ['Maximum', 'Minimum']) {
    const [exclusive, limit] = [`exclusive${bound}`, bound.toLowerCase()]
    if (rest[exclusive] === true)
      Object.assign(rest, { [exclusive]: rest[limit], [limit]: rest[limit] })
    else if (rest[exclusive] === false) Reflect.deleteProperty(rest, exclusive)
  }
  return Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, toJsonSchema(one)]))
}

/** Why an overlay cannot be applied, or no client be made of it. */
async function problemOf(update: Json): Promise<string> {
  try {
    const errorAt = (_: unknown, sentence: string): Error => new Error(sentence)
    const applied = applyOverlays(empty, [{ actions: [{ target: '$', update }], errorAt }])
    await assertOpenApi(applied)
    await writeFolder(applied.document as object as Document, {
      header: '',
      imports: packageImports,
    })
    return ''
  } catch (error) {
    return (error as Error).message.replace(/^\w+ \([A-Z]+ [^)]*\)[,:] ?/, '')
  }
}

/** An operation with the components that it refers to, and those that they refer to. */
function overlayOf(path: string, method: string): Json {
  const { parameters = [], [method]: operation = {} } = provider.paths[path] as object as Node
  const item = { parameters, [method]: operation }
  const { securitySchemes, ...kinds } = provider.components as object as Node
  const components: Record<string, Node> = { securitySchemes: securitySchemes as Node }
  const take = (part: Json): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(
      /"#\/components\/(\w+)\/([^"/]+)/g,
    )) {
      const named = kinds[kind]
      if (!isNode(named) || components[kind]?.[name] !== undefined) continue
      ;(components[kind] ??= {})[name] = named[name] ?? {}
      take(named[name] ?? {})
    }
  }
  take(item)
  return { paths: { [path]: item }, components }
}
