import { readFile, writeFile } from 'node:fs/promises'

export const passed = 'passed'

/** What came of each row of a table: `passed`, or why not. The names of rows carry no version. */
export type Rows = Readonly<Record<string, string>>

export async function keepRows(file: string | undefined, rows: Rows): Promise<void> {
  if (file !== undefined) await writeFile(file, JSON.stringify(rows))
}

export async function readRows(file: string): Promise<Rows> {
  return JSON.parse(await readFile(file, 'utf8')) as Rows
}

/** A row that passes with one version and not with another, or that only one of them has. */
export interface Change {
  readonly row: string
  readonly before: string
  readonly after: string
}

/** What is another with the newer version. Two failures are no change, however they are told. */
export function changes(before: Rows, after: Rows): Change[] {
  const rows = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return rows
    .map((row) => ({ row, before: before[row] ?? 'missing', after: after[row] ?? 'missing' }))
    .filter((change) => state(change.before) !== state(change.after))
}

/** What differs both times: what a busy machine let fail once is no difference of the version. */
export function steady(first: readonly Change[], second: readonly Change[]): Change[] {
  return first.filter((change) =>
    second.some(({ row, after }) => row === change.row && state(after) === state(change.after)),
  )
}

const state = (result: string): string =>
  [passed, 'missing'].includes(result) ? result : 'not passed'
