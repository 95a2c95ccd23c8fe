import { markdownTable, today } from '../../../scripts/lib/record.js'
import { rows } from './rows.js'
import type { TokenServer } from './server.js'

/** What became of one server. */
export interface Finding {
  readonly server: TokenServer
  /** The programs that it needs and that are not here. */
  readonly absent?: readonly string[]
  /** What to tell, by the rows' titles. */
  readonly found?: ReadonlyMap<string, string>
  readonly failures?: readonly string[]
}

/** The servers as columns, the rows as rows. */
export function serversTable(findings: readonly Finding[]): string {
  const tried = findings.filter(({ found }) => found !== undefined)
  const head = ['Way', ...tried.map(({ server }) => `${server.name} ${server.version}`)]
  const lines = rows.map(([title]) => [title, ...tried.map(({ found }) => found?.get(title) ?? '')])
  return `${markdownTable(head, lines)}\n\nMeasured on ${today()}.`
}
