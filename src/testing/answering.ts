import { plans } from '../../generated/plans.js'
import type { Operation } from '../document/operation.js'
import { fill, read } from './fill.js'
import type { Member } from './plan.js'

type Fields = Readonly<Record<string, unknown>>

/** Gives the data of a success to a call that fits the document. */
export type Answering = (operation: Operation, sent: Fields) => Fields

/** So many names of stored things are kept; beyond that, the oldest is forgotten. */
const mostKept = 10_000

/**
 * Answers as the service's documentation has it: an example's call by the example; else with what was sent, new
 * identifiers and the time it is. What was put is found again.
 */
export function createAnswering(): Answering {
  const kept = new Map<string, { answer: Fields }>()
  return (operation, sent) => {
    const plan = plans[operation.id]
    if (plan === undefined) throw new Error(`nothing is known of ${operation.id}`)
    const namesIn = (fields: Fields): string[] =>
      plan.keys
        .filter((group) => group.every((name) => fields[name] !== undefined))
        .map((group) =>
          JSON.stringify([operation.path, ...group.map((name) => [name, fields[name]])]),
        )
    const found = namesIn(sent).flatMap((name) => kept.get(name) ?? [])[0]
    const example = plan.examples.find(({ request }) => canonical(request) === canonical(sent))
    const answer = structuredClone(example?.response ?? fill(plan, sent, found?.answer))
    if (plan.keys.length === 0) return answer
    // Not by fields that come from an example alone: all stored things would share them.
    const said = plan.members.filter((member) => example !== undefined || isSaid(member, sent))
    const names = namesIn(
      Object.fromEntries(said.map(({ path }) => [path.at(-1) ?? '', read(answer, path)])),
    )
    const entry = found ?? { answer }
    entry.answer = structuredClone(answer)
    for (const name of names) kept.set(name, entry)
    for (const first of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(first)
    }
    return answer
  }
}

function isSaid({ source }: Member, sent: Fields): boolean {
  return 'newId' in source || ('sent' in source && sent[source.sent] !== undefined)
}

/** JSON with sorted members, so that equal objects give equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, node: unknown) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
      : node,
  )
}
