import { marked } from 'marked'
import type { Outcome } from '../../../src/index.js'
import { type Document, listOperations, type Operation } from '../../lib/document.js'
import { namedExamples } from '../../lib/named-examples.js'
import type { Guide, Name } from '../guides.js'
import { titleOf } from '../shown.js'

/** An operation that the form offers. */
export interface TriedOperation {
  readonly id: string
  readonly title: string
  /** What it is to do after `unknown`, as HTML; absent where no guide says more than of all operations. */
  readonly afterUnknown: string | undefined
  /** Of the document. */
  readonly examples: readonly { readonly title: string; readonly input: object }[]
}

/** What the form shows of the document and of the guides. */
export interface TryItData {
  readonly operations: readonly TriedOperation[]
  /** What each outcome means, and whether the call may be sent again, as HTML. */
  readonly outcomes: Readonly<Record<Outcome, readonly [meaning: string, mayRepeat: string]>>
}

/** What the form shows: the examples of the document, and the tables of the guides that say what to do. */
export function tryItData(document: Document, guides: readonly Guide[]): TryItData {
  const afterUnknown = rowsOf(guides, 'after-unknown')
  const outcomes = rowsOf(guides, 'errors-and-outcomes')
  const cellsOf = (outcome: Outcome) => {
    const [meaning, mayRepeat] = outcomes.get(outcome) ?? []
    if (meaning === undefined || mayRepeat === undefined)
      throw new Error(`no guide explains ${outcome}`)
    return [meaning, mayRepeat] as const
  }
  const tried = listOperations(document).map((operation): TriedOperation => {
    const { id } = operation
    const examples = namedExamples(document, withoutKey(operation)).map(({ summary, request }) => ({
      title: summary,
      input: request,
    }))
    return { id, title: titleOf(operation), afterUnknown: afterUnknown.get(id)?.[0], examples }
  })
  return {
    operations: tried,
    outcomes: {
      not_sent: cellsOf('not_sent'),
      rejected: cellsOf('rejected'),
      unknown: cellsOf('unknown'),
    },
  }
}

/** The client fills a header by which the service knows a repeat. */
function withoutKey(operation: Operation): Operation {
  const { key = '' } =
    (operation.object as { 'x-idempotency'?: { key?: string } })['x-idempotency'] ?? {}
  const isKey = (name: string) => key.toLowerCase() === `header ${name.toLowerCase()}`
  const parameters = operation.parameters.filter(({ name }) => !isKey(name))
  return { ...operation, parameters }
}

/** The rows of a guide's tables that begin with a name in backticks: the other cells, as HTML. */
function rowsOf(guides: readonly Guide[], name: Name): Map<string, string[]> {
  const { text = '' } = guides.find((guide) => guide.name === name) ?? {}
  const rows = text.matchAll(/^\| `(\w+)` *\|(.*)\|$/gm)
  return new Map(
    Array.from(rows, ([, first = '', rest = '']) => [
      first,
      rest.split(/(?<!\\)\|/).map((cell) => marked.parseInline(cell.trim(), { async: false })),
    ]),
  )
}
