import { marked } from 'marked'
import { operations } from '../../../generated/index.js'
import type { Outcome } from '../../../src/index.js'
import { type Document, listOperations } from '../../lib/document.js'
import { readExamples } from '../../lib/examples.js'
import type { Guide, Name } from '../guides.js'
import { titleOf } from '../shown.js'

/** An operation that the form offers. */
export interface TriedOperation {
  readonly id: string
  readonly title: string
  /** What it is to do after `unknown`, as HTML; absent where no guide says more than of all operations. */
  readonly afterUnknown: string | undefined
  /** At least one. */
  readonly examples: readonly { readonly title: string; readonly input: object }[]
}

/** What the form shows of the document and of the guides. */
export interface TryItData {
  readonly operations: readonly TriedOperation[]
  /** What each outcome means, and whether the call may be sent again, as HTML. */
  readonly outcomes: Readonly<Record<Outcome, readonly [meaning: string, mayRepeat: string]>>
}

/** What the form shows: the examples of the document, and the tables of the guides that say what to do. */
export async function tryItData(document: Document, guides: readonly Guide[]): Promise<TryItData> {
  const all = await readExamples()
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
    const examples = all
      .filter((example) => example.operationId === id)
      .map(({ summary, request }, at) => ({
        title: summary,
        input: renamed(request, operations[id]?.referenceField, at),
      }))
    return { id, title: titleOf(operation), afterUnknown: afterUnknown.get(id)?.[0], examples }
  })
  return {
    operations: tried.filter(({ examples }) => examples.length > 0),
    outcomes: {
      not_sent: cellsOf('not_sent'),
      rejected: cellsOf('rejected'),
      unknown: cellsOf('unknown'),
    },
  }
}

/** With identifiers of its own: the issuer in memory answers an example by one that is always the same. */
function renamed(request: object, field: string | undefined, at: number): object {
  const text = JSON.stringify(request).replace(/(?<=-[0-9a-f]{8})[0-9a-f]{4}(?=")/g, '2031')
  const own = field === undefined ? {} : { [field]: `conversion-${2031 + at}` }
  return { ...(JSON.parse(text) as object), ...own }
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
