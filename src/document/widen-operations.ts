import { checkOptions, type Optional, optional } from '../shared/check-options.js'
import { isObject } from '../shared/json.js'
import { printable } from '../shared/printable.js'
import type { Operation, Rules, Schema } from './operation.js'
import { fits, nearest } from './schema-check.js'

type Operations = Readonly<Record<string, Operation>>

/** Names with dots between them. */
const isPath = (value: unknown): boolean =>
  typeof value === 'string' && /^[^.]+(?:\.[^.]+)*$/.test(value)

const unlistedOptions = {
  /** The paths of further fields, such as `travelrule_metadata.vasp.name`. They may have any JSON value. */
  fields: optional<readonly string[]>(
    // `every` skips holes.
    (value) => Array.isArray(value) && !value.includes(undefined) && value.every(isPath),
    'a list of paths such as travelrule_metadata.vasp.name',
  ),
  /** By the path of a field whose values the document lists: further ones, such as `{ crypto_network: ['TRON'] }`. */
  values: optional<Readonly<Record<string, readonly (string | number | boolean)[]>>>(
    (value) => isObject(value) && Object.values(value).every(Array.isArray),
    'lists of values by the path of their field',
  ),
}

/** Fields and values that a provider takes in requests beyond the document. */
export type UnlistedOption = Optional<typeof unlistedOptions>

/**
 * Lets requests have more than the document says. Where the document has it by now, its own rule holds. An answer that
 * repeats it, in whatever object, is no drift.
 * @throws TypeError, which begins with the owner, for what no request can hold
 */
export function widenOperations(
  operations: Operations,
  owner: string,
  unlisted: UnlistedOption | undefined,
): Operations {
  if (unlisted === undefined) return operations
  const { fields = [], values = {} } = checkOptions(owner, unlisted, unlistedOptions)
  const widen = (rules: Rules, isHere: (path: string) => boolean, hasBody = true): Rules => {
    const { properties, additionalProperties, enum: listed } = rules
    const here = fields.filter((field) => hasBody && isHere(parentOf(field)))
    const added = Object.fromEntries(
      here.map((field) => [field.slice(field.lastIndexOf('.') + 1), true]),
    )
    const more = Object.entries(values).filter(([path]) => isHere(path))
    return {
      ...rules,
      // The first copy keeps the order of the fields, the second their rules.
      ...(additionalProperties === false && {
        properties: { ...properties, ...added, ...properties },
      }),
      ...(listed && { enum: [...new Set([...listed, ...more.flatMap(([, list]) => list)])] }),
    }
  }
  const places: Place[] = []
  const all = Object.values(operations).map((operation): Operation => {
    const { hasBody, request, response } = operation
    const inRequest: Change = (rules, path) => {
      const widened = widen(rules, (one) => one === path, hasBody)
      places.push([path, widened])
      return widened
    }
    const inAnswer: Change = (rules, path) =>
      widen(rules, (one) => one === '' || `.${path}`.endsWith(`.${one}`))
    return {
      ...operation,
      request: request && changeRules(request, inRequest),
      response: response && changeRules(response, inAnswer),
    }
  })
  assertPlaces(owner, fields, values, places)
  return Object.fromEntries(all.map((operation) => [operation.id, operation]))
}

const parentOf = (path: string): string => path.replace(/(?:^|\.)[^.]*$/, '')

/** The rules at a path. */
type Place = readonly [path: string, rules: Rules]

type Change = (rules: Rules, path: string) => Rules

/** Changes the rules of a schema and of all within it. */
function changeRules(schema: Schema, change: Change, path = ''): Schema {
  if (typeof schema === 'boolean') return schema
  const rules = change(schema, path)
  const { properties, items, oneOf } = rules
  const members = Object.entries(properties ?? {}).map(([name, one]) => [
    name,
    changeRules(one, change, path === '' ? name : `${path}.${name}`),
  ])
  return {
    ...rules,
    ...(properties && { properties: Object.fromEntries(members) as typeof properties }),
    ...(items !== undefined && { items: changeRules(items, change, path) }),
    ...(oneOf && { oneOf: oneOf.map((one) => changeRules(one, change, path)) }),
  }
}

/** @throws TypeError for what none of the places can hold, unless a field above it may have any value */
function assertPlaces(
  owner: string,
  fields: readonly string[],
  values: NonNullable<UnlistedOption['values']>,
  places: readonly Place[],
): void {
  const objects = places.filter(([, { type }]) => [type].flat().includes('object'))
  const open = objects.filter(([, rules]) => !rules.oneOf && rules.additionalProperties !== false)
  const isFree = (path: string): boolean =>
    [...fields, ...open.map(([one]) => one)].includes(path) ||
    (path !== '' && isFree(parentOf(path)))
  const assertKnown = (kind: string, path: string, known: readonly Place[]): void => {
    const names = [...new Set(known.map(([one]) => one))]
    if (isFree(path) || names.includes(path)) return
    const others = nearest(path, names) || names.filter(Boolean).join(', ')
    throw new TypeError(printable(`${owner}: no request has the ${kind} ${path}, but ${others}`))
  }
  for (const field of fields) assertKnown('object', parentOf(field), objects)
  for (const [path, list] of Object.entries(values)) {
    const there = places.filter(([one]) => one === path)
    if (there.length === 0)
      assertKnown(
        'field',
        path,
        places.filter(([, rules]) => rules.enum),
      )
    else if (!list.every((value) => there.some(([, rules]) => fits(rules, value))))
      throw new TypeError(printable(`${owner}: a value of ${path} does not fit its other rules`))
  }
}
