import { isDeepStrictEqual } from 'node:util'
import { isPlain, readFirstExamples } from '../../../scripts/lib/examples.js'
import type { Result } from '../../support/run.js'
import { type Danger, dangers, fateOf, type Report } from './fates.js'
import { type Refuser, type Rule, rules } from './rules.js'

/** What a program found out. */
export interface Outcome {
  readonly refusers: Readonly<Record<Rule, Refuser>>
  /** The side of an answer that has a side which is not listed, or why that answer was lost. */
  readonly tomorrow: string
  readonly fates: Readonly<Record<Danger, string>>
}

/** The rules that the types refuse: the compiler has to complain about each marked line, and about no other. */
export function refusedByTypes(file: string, source: string, { output }: Result): Set<Rule> {
  const marked = new Map<number, string>()
  source.split('\n').forEach((line, index) => {
    const rule = /(?:\/\/|#) refused: (\w+)$/.exec(line)?.[1]
    if (rule !== undefined) marked.set(index + 1, rule)
  })
  const places = output.matchAll(new RegExp(`${file.replace('.', '\\.')}[:(](\\d+)`, 'g'))
  const lines = new Set([...places].map(([, line]) => Number(line)))
  const accepted = [...marked].filter(([line]) => !lines.has(line)).map(([, rule]) => rule)
  const other = [...lines].filter((line) => !marked.has(line))
  if (accepted.length > 0 || other.length > 0)
    throw new Error(
      `${file}: compiles although marked: ${accepted.join(', ') || 'none'}; ` +
        `refused although not marked: line ${other.join(', ') || 'none'}\n${output.slice(-4000)}`,
    )
  return new Set([...marked.values()].map(ruleOf))
}

/** Reads what a program printed: its answers must be the documented ones, and no rule may be left out. */
export async function readCalls(
  stdout: string,
  received: readonly string[],
  types: ReadonlySet<Rule>,
): Promise<Outcome> {
  const printed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const examples = (await readFirstExamples()).filter(isPlain)
  for (const [index, { operationId: id, body, response: documented }] of examples.entries()) {
    const sent = received[index]
    if (sent === undefined)
      throw new Error(
        `${id} is not called: add it to the program in test/systems/languages/<language>/`,
      )
    if (!isDeepStrictEqual(JSON.parse(sent), body))
      throw new Error(`${id} sent ${sent}, not the example`)
    const answer = printed.find(({ call }) => call === id)?.['answer']
    if (!isDeepStrictEqual(plain(answer), plain(documented)))
      throw new Error(`${id} answered ${JSON.stringify(answer)}, not ${JSON.stringify(documented)}`)
  }
  const reports = readReports(printed, received.slice(examples.length))
  const reported = new Map(
    reports.filter(({ pastTypes }) => !pastTypes).map(({ rule, by }) => [ruleOf(rule), by]),
  )
  const refusers = rules.map((rule): [Rule, Refuser] => {
    const by = types.has(rule) ? 'types' : reported.get(rule)
    if (by === undefined || (types.has(rule) && reported.has(rule)))
      throw new Error(`the rule ${rule} is to be broken once: by a type or by a body that is sent`)
    return [rule, by]
  })
  const tomorrow = printed.find((line) => 'tomorrow' in line)
  if (tomorrow === undefined) throw new Error('nothing was asked of the service of tomorrow')
  const quote = tomorrow['tomorrow'] as { side?: string } | null
  return {
    refusers: Object.fromEntries(refusers) as Record<Rule, Refuser>,
    tomorrow: quote?.side ?? `lost: ${String(tomorrow['error'])}`,
    fates: Object.fromEntries(
      dangers.map((danger) => [danger, fateOf(danger, types.has(danger), reports)]),
    ) as Record<Danger, string>,
  }
}

type Line = Readonly<Record<string, unknown>>

/** Each body that broke a rule, and what arrived of it: in the order of the lines, but for those that were not sent. */
function readReports(printed: readonly Line[], received: readonly string[]): Report[] {
  const arrived = received.values()
  const reports = printed
    .filter(({ rule, probe }) => (rule ?? probe) !== undefined)
    .map(({ rule, probe, by }): Report => {
      const body = by === 'client' ? undefined : arrived.next().value
      const sent = body ? (JSON.parse(body) as unknown) : undefined
      const name = String(rule ?? probe)
      return { rule: name, by: by as Refuser, pastTypes: rule === undefined, received: sent }
    })
  const more = [...arrived]
  if (more.length > 0) throw new Error(`bodies were sent that nothing is said of: ${more.join()}`)
  return reports
}

function ruleOf(name: string): Rule {
  const rule = rules.find((candidate) => candidate === name)
  if (rule === undefined) throw new Error(`${name} is no rule`)
  return rule
}

/** An answer without what a language's JSON and date types may change: null for absent, and how an instant is written. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'string') return plainInstant(value)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(entries.map(([name, member]) => [name, plain(member)]))
}

function plainInstant(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|\+00:00)$/.exec(text)
  if (parts === null) return text
  return `${parts[1] ?? ''}.${(parts[2] ?? '').padEnd(9, '0')}Z`
}
