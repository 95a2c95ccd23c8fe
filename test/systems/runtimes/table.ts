import { markdownTable } from '../../../scripts/lib/record.js'
import type { Finding } from './finding.js'
import type { Line } from './report.js'

const head = [
  ...['Runtime', 'Sends by', 'Calls and refusals', 'Faults', 'A POST is seen'],
  'Fetch asks for a body',
]

/** The table of the findings, a line for each runtime, and what differs for a reason. */
export function runtimesTable(findings: readonly Finding[]): string {
  const runtimes = [...new Set(findings.map(({ runtime }) => runtime))]
  const lines = runtimes.map((runtime) =>
    cells(findings.filter((finding) => finding.runtime === runtime)),
  )
  const notes = runtimes.flatMap(({ differences = [] }) => differences.map((text) => `- ${text}`))
  return [markdownTable(head, lines), '', ...notes].join('\n')
}

function cells(findings: readonly Finding[]): string[] {
  const [first] = findings
  const name = `${first?.runtime.name ?? ''} ${first?.runtime.version ?? ''}`.trim()
  const over = findings.map((finding) => finding.over).join(', ')
  if (first?.absent !== undefined) return [name, over, `skipped: ${first.absent}`, '', '', '']
  const lines = findings.flatMap((finding) => finding.lines)
  const asks = lines.find(({ kind }) => kind === 'body')?.figure ?? 'unknown'
  return [name, over, passed(lines, 'step'), passed(lines, 'row'), posts(lines), asks]
}

/** `8 of 8`; over two transports, what passes over both. */
function passed(lines: readonly Line[], kind: Line['kind']): string {
  const names = new Set(lines.filter((line) => line.kind === kind).map(({ name }) => name))
  const failed = new Set(
    lines
      .filter((line) => line.kind === kind && line.failure !== undefined)
      .map((line) => line.name),
  )
  return `${names.size - failed.size} of ${names.size}`
}

function posts(lines: readonly Line[]): string {
  const most = (where: string): number =>
    Math.max(...lines.filter(({ name }) => name === where).map(({ seen = NaN }) => seen))
  const here = times(most('here'))
  if (!lines.some(({ name }) => name === 'over HTTP/1.1')) return here
  return `${here} over HTTP/2, ${times(most('over HTTP/1.1'))} over HTTP/1.1`
}

const times = (count: number): string =>
  count === 1 ? 'once' : count > 1 ? 'more than once' : 'uncounted'
