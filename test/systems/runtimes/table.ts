import { markdownTable } from '../../../scripts/lib/record.js'
import type { Trial, Tried } from '../../support/trials.js'
import type { Runtime } from './runtimes.js'
import type { Line } from './scenario.js'

/** What came of one runtime, over fetch or undici. */
export interface Finding {
  readonly runtime: Runtime
  readonly over: string
  readonly lines: readonly Line[]
}

/** A runtime that is tried, with what came of it over each transport. */
export interface RuntimeTrial extends Trial<readonly Finding[]> {
  readonly runtime: Runtime
}

/** What failed, in words that name it. */
export function failures({ runtime, over, lines }: Finding): string[] {
  const failed = lines.flatMap(({ name, kind, failure, figure }) => {
    if (failure !== undefined) return `over ${over}, ${name}: ${failure}`
    if (kind === 'body' && figure === 'always' && runtime.readsAhead !== true)
      return 'a body is asked for that is not sent'
    return []
  })
  return lines.at(-1)?.kind === 'end' ? failed : [...failed, 'it did not come to its end']
}

const head = ['Runtime', 'Sends by', 'Calls and refusals', 'Faults', 'Fetch asks for a body']

/** The table of the findings, a line for each runtime, and what differs for a reason. */
export function runtimesTable(tried: readonly Tried<RuntimeTrial>[]): string {
  const rows = tried.map(({ trial, found = [], failure, skipped }) => {
    const title = trial.title.trim()
    if (skipped !== undefined) return [title, 'fetch', `skipped: ${skipped}`, '', '']
    if (found.length === 0) return [title, 'fetch', `failed: ${failure ?? ''}`, '', '']
    const lines = found.flatMap((finding) => finding.lines)
    const body = lines.find(({ kind }) => kind === 'body')?.figure ?? 'unknown'
    const overs = found.map(({ over }) => over).join(', ')
    return [title, overs, passed(lines, 'step'), passed(lines, 'row'), body]
  })
  const notes = tried.flatMap(({ trial: { runtime } }) =>
    (runtime.differences ?? []).map((text) => `- ${text}`),
  )
  return [markdownTable(head, rows), '', ...notes].join('\n')
}

/** `8 of 8`; over two transports, what passes over both. */
function passed(lines: readonly Line[], kind: Line['kind']): string {
  const own = lines.filter((line) => line.kind === kind)
  const names = new Set(own.map(({ name }) => name))
  const failed = new Set(own.flatMap(({ name, failure }) => (failure === undefined ? [] : name)))
  return `${names.size - failed.size} of ${names.size}`
}
