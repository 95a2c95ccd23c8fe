import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCopy, runChanged } from '../mutation/line-changes.js'

/** One policy of the client, changed: a text that stands once in src/, and what is put in its place. */
type Change = readonly [title: string, from: string, to: string]

/** Changes that cost money or trust, each of which the simulation has to notice. */
export const changes: readonly Change[] = [
  ['409 counts as a refusal of a POST', '404, 406, 410', '404, 406, 409, 410'],
  [
    'a POST is sent again after 503',
    'isRepeatable && repeatedStatuses.includes',
    'repeatedStatuses.includes',
  ],
  [
    'a PUT is sent again after a success that cannot be read',
    'instanceof ApiError)) return false',
    'instanceof ApiError)) return idempotent',
  ],
  ['one retry more than maxRetries', 'retries >= ', 'retries > '],
  ['Retry-After is not waited for', '(retryAfter ?? 0) * 1_000', '0'],
  ['a wait goes beyond totalTimeout', ' || delay >= ', ' || Infinity < '],
  [
    'an unknown attempt is forgotten once a later one is refused',
    'unknown ||= failure',
    'unknown &&= failure',
  ],
  ['an answer of another reference is a success', 'named !== refId', 'named === null'],
  ['an answer without the identifier is a success', '? !isText(value)', '? false'],
  ['a timeout after sending is not_sent', 'Interruption ? reason.unsent', 'Interruption ? true'],
  [
    'an error after the head of an answer still proves that nothing was sent',
    'isUnsent && !isAnswered',
    'isUnsent',
  ],
  ['one member of an AggregateError proves that nothing was sent', 'below.every(', 'below.some('],
  [
    'whoever asks again for the body is given it',
    "throw new MayBeSentError('the body was read before')",
    'return',
  ],
  ['nobody looks at the deadline before the first byte', 'isOver || stop.stopped', 'isOver'],
  [
    'the time of a call is by the clock that went less far',
    'Math.max(performance.now() - ',
    'Math.min(performance.now() - ',
  ],
  ['a token is renewed without end', 'renewed = true', 'renewed = false'],
  ['a refused token is kept', 'auth.dropToken(refused)', 'void refused'],
  ['the scopes of a token are not looked at', 'if (missing === undefined) return', 'return'],
  ['beforeSend is not awaited', 'recorded = await prepare', 'recorded = void prepare'],
]

/** Whether the simulation notices each change, made in a copy of the client. */
export async function findChanges(): Promise<boolean> {
  let missed = 0
  await inCopy(async (folder) => {
    for (const change of changes) {
      const startedAt = performance.now()
      const found = await findChange(folder, change)
      if (found === undefined) missed++
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      console.log(`${seconds.padStart(6)} s  ${change[0]}: ${found ?? 'NOT NOTICED'}`)
    }
  })
  console.log(`${changes.length - missed} of ${changes.length} changes were noticed`)
  return missed === 0
}

/** The first invariant that breaks; undefined where none does. */
async function findChange(folder: string, [, from, to]: Change): Promise<string | undefined> {
  const program = [process.execPath, '--import', 'tsx', 'test/systems/simulation/run.ts']
  const { output } = await runChanged(folder, { ...placeOf(from), to }, program)
  if (!/^World|worlds that broke/m.test(output))
    throw new Error(`the simulation did not run:\n${output}`)
  return /^broken: (.*)$/m.exec(output)?.[1]
}

/** Where the one place of a text is. @throws Error where src/ has none, or more than one */
export function placeOf(text: string): { file: string; start: number; end: number } {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const places = files
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const file = join('src', name)
      const [before = '', ...others] = readFileSync(file, 'utf8').split(text)
      return others.map(() => ({ file, start: before.length, end: before.length + text.length }))
    })
  const [place] = places
  if (place === undefined || places.length > 1)
    throw new Error(`src/ has ${places.length} places with ${text}: adapt changes.ts`)
  return place
}
