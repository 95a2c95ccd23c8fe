import { exampleAnswers } from '../../generated/index.js'
import { operations } from '../../generated/index.js'
import type { Operation, Schema } from '../document/operation.js'
import { bodyOf, type MadeCall } from '../testing/call-record.js'
import { type Fields, read } from '../testing/example-answer.js'

/** Says which calls a GET of this path and query finds; undefined where it is no look-up. */
export type LookUp = (address: string) => ((call: MadeCall) => boolean) | undefined

/** A part of the path, or the value of a parameter: a text, or whatever a call has in a field. */
type Part = { readonly text: string } | { readonly field: string }

/**
 * Reads a look-up such as `/v2/conversions/{id}` or `/v2/conversions?ref_id={ref_id}`. A field in braces is one of the
 * request or of the answer. Where there are more of them, a call has to fit them all.
 * @throws TypeError in one sentence
 */
export function readLookUp(template: string): LookUp {
  const { segments, parameters } = (/[#\s]/.test(template) ? undefined : parse(template)) ?? {}
  if (segments === undefined || parameters === undefined)
    throw new TypeError('it must be a path, such as /v2/conversions?ref_id={ref_id}')
  const names = [...parameters.keys()]
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined) throw new TypeError(`the parameter ${repeated} stands there twice`)
  if (/[{}]/.test(names.join())) throw new TypeError('the name of a parameter can be no field')
  const parts = [...segments, ...parameters.values()].map(readPart)
  assertFields(parts.flatMap((part) => ('field' in part ? part.field : [])))

  return (address) => {
    const found = parse(address)
    if (found?.segments.length !== segments.length || found.parameters.size !== names.length)
      return undefined
    const texts = [...found.segments, ...names.map((name) => found.parameters.get(name))]
    const fits = parts.every((part, at) => 'field' in part || part.text === texts[at])
    if (!fits || texts.includes(null)) return undefined
    return (call) =>
      parts.every((part, at) => !('field' in part) || textIn(call, part.field) === texts[at])
  }
}

function parse(address: string) {
  try {
    // A base would let `//host` lead to another host.
    const { pathname, searchParams } = new URL(address.replace(/^\//, 'http://mock/'))
    const segments = pathname.split('/').map(decodeURIComponent)
    return address.startsWith('/') ? { segments, parameters: searchParams } : undefined
  } catch {
    return undefined
  }
}

function readPart(text: string): Part {
  const [, field] = /^\{([^{}]*)\}$/.exec(text) ?? []
  if (field !== undefined) return { field }
  if (/[{}]/.test(text))
    throw new TypeError(
      'a field in braces must be a whole part of the path, or the whole value of a parameter',
    )
  return { text }
}

function assertFields(fields: readonly string[]): void {
  if (fields.length === 0)
    throw new TypeError('it needs a field in braces, such as {ref_id}, by which a call is found')
  const known = Object.values(operations).filter(isMade).map(fieldsOf)
  const unknown = fields.find((name) => !known.flat().includes(name))
  if (unknown !== undefined) {
    const all = [...new Set(known.flat())].sort().join(', ')
    throw new TypeError(`{${unknown}} is no field of a request or an answer; there are ${all}`)
  }
  if (!known.some((names) => fields.every((name) => names.includes(name))))
    throw new TypeError(`no operation has all of {${fields.join('}, {')}}`)
}

function isMade({ method }: Operation): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** The names of the fields of an operation whose values a URL can hold. */
function fieldsOf({ id, request, response }: Operation): string[] {
  const place = resourcePath(id).reduce(
    (at, name) => (typeof at === 'object' ? at.properties?.[name] : undefined),
    response,
  )
  return [...namesIn(request), ...namesIn(place)]
}

function namesIn(schema: Schema | undefined): string[] {
  if (typeof schema !== 'object') return []
  const own = Object.entries(schema.properties ?? {}).filter(
    ([, rules]) => typeof rules === 'object' && !['object', 'array'].includes(String(rules.type)),
  )
  return [...own.map(([name]) => name), ...(schema.oneOf ?? []).flatMap(namesIn)]
}

/** Where an answer has the resource that was made, such as the address in `{ address }`. */
function resourcePath(operation: string): readonly string[] {
  return exampleAnswers[operation]?.resource?.path ?? []
}

function textIn(call: MadeCall, field: string): string | undefined {
  const resource = read(call.answer, resourcePath(call.operation)) as Fields | undefined
  const value = resource?.[field] ?? bodyOf(call)[field]
  return typeof value === 'string' ? value : JSON.stringify(value)
}
