import type { Answer } from '../../../src/operation.js'
import { type Json, membersOf, type Node, type Operation } from '../../lib/document.js'
import { identifierOf, referenceOf } from './identifier.js'
import { alternatives, inputSchema } from './parameters.js'

/**
 * What an answer repeats and has: the fields that each alternative of a request requires, but for what the service computes; the
 * members that the document requires of what was made, and all that it names; and those that have one value alone.
 */
export function answerOf(operation: Operation): Answer | undefined {
  const response = operation.plain(operation.response)
  if (/^(?:GET|HEAD)$/.test(operation.method) || response['type'] === 'array')
    return orNone({ fixed: fixedIn(response) })
  const identifier = identifierOf(operation) ?? ['id']
  const made = identifier
    .slice(0, -1)
    .reduce<Node>((one, name) => membersOf(one).properties[name] ?? {}, response)
  const parts = alternatives(made).map(membersOf)
  const [first = [], ...others] = parts.map(({ required }) => required)
  const computed = parts.flatMap(({ properties }) =>
    Object.keys(properties).filter((name) => properties[name]?.['x-computed'] === true),
  )
  // A path names a resource above by the same word as the answer its own.
  const beside = operation.parameters.filter(
    ({ in: place, name }) => place === 'header' || name === identifier.at(-1),
  )
  const left = [...computed, ...beside.map(({ name }) => name), referenceOf(operation)]
  const bodies = alternatives(operation.plain(inputSchema(operation) ?? {}))
  return orNone({
    repeats: bodies.map((one) => membersOf(one).required.filter((name) => !left.includes(name))),
    needs: first.filter((name) => others.every((names) => names.includes(name))),
    names: [...new Set(parts.flatMap(({ properties }) => Object.keys(properties)))],
    fixed: { ...fixedIn(response), ...fixedIn(made) },
  })
}

/** The members of an object that have one value alone. */
function fixedIn(schema: Node): Record<string, Json> {
  const all = Object.entries(membersOf(schema).properties)
  return Object.fromEntries(
    all.flatMap(([name, { enum: values = [] }]) => {
      const [only, ...others] = values as Json[]
      return only === undefined || others.length > 0 ? [] : [[name, only] as const]
    }),
  )
}

/** The lists and the values that are there. */
function orNone(answer: Required<Pick<Answer, 'fixed'>> & Answer): Answer | undefined {
  const there = Object.entries(answer).filter(([, one]) => Object.keys(one as object).length > 0)
  return there.length > 0 ? Object.fromEntries(there) : undefined
}
