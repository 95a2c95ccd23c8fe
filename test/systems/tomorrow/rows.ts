import { readFile, writeFile } from 'node:fs/promises'

export const passed = 'passed'

/** Of what cannot be had here, and why. */
export const skipped = (why: string): string => `skipped: ${why}`
export const isSkipped = (result: string): boolean => result.startsWith('skipped: ')

/** A row of every table. Without it there is no other. */
export const theEnd = 'comes to its end'

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
  const left = Object.entries(after).filter(
    ([row, result]) => isSkipped(result) && before[row] !== result,
  )
  if (left.length > 0)
    return left.map(([row, result]) => ({ row, before: before[row] ?? 'missing', after: result }))
  const ended = before[theEnd] === passed && after[theEnd] === passed
  const rows = ended ? [...new Set([...Object.keys(before), ...Object.keys(after)])] : [theEnd]
  return rows
    .map((row) => ({ row, before: before[row] ?? 'missing', after: after[row] ?? 'missing' }))
    .filter((change) => state(change.before) !== state(change.after))
}

/** What differs in both runs. A row that failed once only, on a busy machine, says nothing of the version. */
export function steady(first: readonly Change[], second: readonly Change[]): Change[] {
  return first.filter((change) =>
    second.some(({ row, after }) => row === change.row && state(after) === state(change.after)),
  )
}

const state = (result: string): string =>
  [passed, 'missing'].includes(result) ? result : 'not passed'
