import {
  type BodyObject,
  dereference,
  type Document,
  type Json,
  type Operation,
  scopesOf,
} from '../lib/document.js'
import { markdownTable } from '../lib/record.js'

/** A schema without references. */
interface Shape {
  readonly title?: string
  readonly description?: string
  readonly type?: string | string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly oneOf?: readonly Shape[]
}

/** An operation in Markdown: its scope, its fields with their rules, and its examples. */
export function referenceOf(document: Document, operation: Operation): string {
  const { id, method, path, object, parameters, requestBody, responses } = operation
  const resolved = <Node>(node: Node): Node => dereference(document, node as Json) as Node
  const properties = Object.fromEntries(
    parameters.map(({ name, in: place, description = '', schema = {} }) => [
      name,
      { ...(resolved(schema) as Shape), in: place, description },
    ]),
  )
  const required = parameters.flatMap((one) => (one.required === true ? [one.name] : []))
  const bodies = Object.entries({ ...(requestBody && { request: requestBody }), ...responses })
  const parts = [
    `\`${method} ${path}\` is \`${id}\`, with the scope \`${scopesOf(operation).join(' ')}\`.`,
    object.description ?? '',
    ...(parameters.length === 0
      ? []
      : [`### ${id}: parameters`, ...partsOf({ properties, required })]),
    ...bodies.flatMap(([side, body]) => [`### ${id}: ${side}`, ...bodyOf(resolved(body))]),
  ]
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
}

function bodyOf({ content }: BodyObject): string[] {
  const json = Object.entries(content ?? {}).find(([type]) => /[/+]json$/.test(type))
  const { schema = {}, examples = {} } = json?.[1] ?? {}
  const { oneOf = [], ...whole } = schema as Shape
  return [
    ...[whole, ...oneOf].flatMap(partsOf),
    ...Object.values(examples).flatMap(({ summary = 'Example', value }) => [
      `${summary}:`,
      `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
    ]),
  ]
}

const columns = ['Field', 'Type', 'Required', 'Rules', 'Description']

function partsOf(shape: Shape): string[] {
  const { title = '', description = '', items = {} } = shape
  const rows = [...fieldRows(shape), ...fieldRows(items, '[].')]
  const table = rows.length === 0 ? '' : markdownTable(columns, rows)
  return [title && `**${title}**`, description, rulesOf(shape), table]
}

/** The fields of an object, and below each those of the objects in it. */
function fieldRows({ properties = {}, required = [] }: Shape, above = ''): string[][] {
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = above + key
    const { type = '', description = '', items = {} } = field
    const isRequired = required.includes(key) ? 'yes' : 'no'
    const words = description.trim().replace(/\s+/g, ' ')
    return [
      [`\`${name}\``, [type].flat().join(' or '), isRequired, rulesOf(field), words],
      ...fieldRows(field, `${name}.`),
      ...fieldRows(items, `${name}[].`),
    ]
  })
}

const shownApart = /^(?:type|title|description|properties|required|items|examples)$/

/** Every other keyword of a schema. */
function rulesOf(shape: Shape): string {
  const rules = Object.entries(shape as Record<string, Json>).map(([rule, value]) => {
    const values = [value]
      .flat()
      .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    return shownApart.test(rule) ? [] : [`${rule}: \`${values.join('`, `')}\``]
  })
  return rules.flat().join('; ')
}
