import {
  type Document,
  isNode,
  type Json,
  membersOf,
  nameOf,
  type Schema,
  schemaPrefix,
} from '../../lib/document.js'

type Schemas = Document['components']['schemas']

/** Marks a field that is forbidden in an alternative, with the fields that identify that alternative; with none, its type stays. */
export const exclusion = 'x-not-together-with'

/**
 * Forbids by name, in each alternative of a `oneOf`, the fields that only another one lists. A closed alternative
 * refuses them anyway, so the document need not say it, and generators that cannot read the schema `false` can read
 * the document; but TypeScript takes a union for exclusive only where each member names what it forbids.
 */
export function forbidOthers(
  document: Document,
  forbid: (identified: readonly string[], own: Json, all: readonly Json[]) => Json = () => false,
): Document {
  const schemas: Schemas = { ...document.components.schemas }
  for (const schema of Object.values(document.components.schemas)) {
    const names = alternatives(schema).filter((name) => isClosed(schemas[name]))
    const listed = names.flatMap((name) => Object.entries(membersOf(schemas[name]).properties))
    for (const name of names) {
      const { properties: own, required } = membersOf(schemas[name])
      const others = listed.filter(([field]) => own[field] === undefined)
      const rest = names.filter((other) => other !== name).map((one) => membersOf(schemas[one]))
      const identifying = required.filter(
        (field) => !rest.every((other) => other.required.includes(field)),
      )
      const all = others.map(([, schema]) => schema)
      const identified = identifying.length > 0 ? identifying : [name]
      const forbidden = Object.fromEntries(
        others.map(([field, schema]) => [field, forbid(identified, schema, all)]),
      )
      schemas[name] = { ...(schemas[name] as object), properties: { ...own, ...forbidden } }
    }
  }
  return { ...document, components: { ...document.components, schemas } }
}

/**
 * The same for the types. They do not forbid by `never`, of which the compiler says no more than that some text is
 * not what it should be, but by a type whose name says why. Where another field does so, a list of values keeps its
 * type: of a value that it lacks, the compiler would name both types.
 */
export function explainOthers(document: Document): Document {
  const hasValues = (schema: Json): boolean => {
    const [name = ''] = alternatives({ oneOf: [schema] })
    return 'enum' in Object(document.components.schemas[name] ?? schema)
  }
  return forbidOthers(leastFirst(document), (identified, own, all) => {
    const staysOpen = hasValues(own) && !all.every(hasValues)
    return {
      ...(staysOpen && isNode(own) ? own : {}),
      [exclusion]: staysOpen ? [] : [...identified],
      description: `Not together with ${identified.map((field) => `\`${field}\``).join(' and ')}: exactly one of the alternatives is given.`,
    }
  })
}

/**
 * Editors complete by the first alternative that is declared: the one that asks for least fits most often what is
 * written so far.
 */
function leastFirst(document: Document): Document {
  const schemas: Schemas = { ...document.components.schemas }
  const order = Object.keys(schemas)
  for (const [choice, schema] of Object.entries(schemas)) {
    const names = alternatives(schema)
    if (names.length === 0) continue
    const places = names.map((name) => order.indexOf(name)).sort((one, other) => one - other)
    const demands = (name: string): number => membersOf(schemas[name]).required.length
    names.sort((one, other) => demands(one) - demands(other))
    for (const [at, place] of places.entries()) order[place] = names[at] ?? ''
    const oneOf = names.map((name) => ({ $ref: schemaPrefix + name }))
    schemas[choice] = { ...(schema as object), oneOf }
  }
  const ordered = Object.fromEntries(order.map((name) => [name, schemas[name] ?? true]))
  return { ...document, components: { ...document.components, schemas: ordered } }
}

/** The named schemas that a `oneOf` refers to. */
export function alternatives(schema: Schema): string[] {
  const members = typeof schema === 'object' ? schema['oneOf'] : undefined
  if (!Array.isArray(members)) return []
  return members.flatMap((member) => nameOf(member) ?? [])
}

function isClosed(schema: Schema | undefined): boolean {
  return typeof schema === 'object' && schema['additionalProperties'] === false
}
