import { markdownTable } from '../../../scripts/lib/record.js'
import type { Line } from './report.js'
import type { Runtime } from './runtime.js'

/** What came of one runtime, over fetch or undici. */
export interface Finding {
  readonly runtime: Runtime
  readonly over: string
  /** Why it is not on this machine. */
  readonly absent?: string
  readonly lines: readonly Line[]
}

/** What failed, in words that name it. */
export function failures({ runtime, lines, absent }: Finding): string[] {
  const failed = lines.flatMap(({ name, kind, failure, figure }) => {
    if (failure !== undefined) return `${name}: ${failure}`
    if (kind === 'body' && figure === 'always' && runtime.readsAhead !== true)
      return 'a body is asked for that is not sent'
    return []
  })
  const ended = absent !== undefined || lines.at(-1)?.kind === 'end'
  return ended ? failed : [...failed, 'it did not come to its end']
}

const head = ['Runtime', 'Sends by', 'Calls and refusals', 'Faults', 'Fetch asks for a body']

/** The table of the findings, a line for each runtime, and what differs for a reason. */
export function runtimesTable(findings: readonly Finding[]): string {
  const runtimes = [...new Set(findings.map(({ runtime }) => runtime))]
  const rows = runtimes.map((runtime) => {
    const own = findings.filter((finding) => finding.runtime === runtime)
    const start = [
      `${runtime.name} ${runtime.version}`.trim(),
      own.map(({ over }) => over).join(', '),
    ]
    const absent = own[0]?.absent
    if (absent !== undefined) return [...start, `skipped: ${absent}`, '', '']
    const lines = own.flatMap((finding) => finding.lines)
    const body = lines.find(({ kind }) => kind === 'body')?.figure ?? 'unknown'
    return [...start, passed(lines, 'step'), passed(lines, 'row'), body]
  })
  const notes = runtimes.flatMap(({ differences = [] }) => differences.map((text) => `- ${text}`))
  return [markdownTable(head, rows), '', ...notes].join('\n')
}

/** `8 of 8`; over two transports, what passes over both. */
function passed(lines: readonly Line[], kind: Line['kind']): string {
  const own = lines.filter((line) => line.kind === kind)
  const names = new Set(own.map(({ name }) => name))
  const failed = new Set(own.flatMap(({ name, failure }) => (failure === undefined ? [] : name)))
  return `${names.size - failed.size} of ${names.size}`
}
