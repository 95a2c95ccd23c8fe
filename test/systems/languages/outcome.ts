import { isDeepStrictEqual } from 'node:util'
import type { Example } from '../../../scripts/lib/examples.js'
import { brokenRules } from '../../support/rules.js'
import type { Result } from '../../support/run.js'

/** The rules of the tables: the words of openapi/README.md, and those of the full list. */
const inFull = {
  neither: 'neither id nor network and address',
  both: 'id with network and address',
  half: 'crypto_network alone',
  network: 'crypto_network is listed',
  missing: 'profile_id is required',
  number: 'amount is a string',
  pattern: 'amount is not "1."',
  unlisted: 'a field is listed',
  metadata: 'metadata is an object',
  market: 'market is PAXGUSD',
  side: 'side is BUY or SELL',
} as const

export type Rule = keyof typeof inFull

const rules = Object.keys(inFull) as Rule[]

/** A body that breaks a rule, and the operation that it is for. */
function bodyAgainst(rule: Rule): { readonly operation: string; readonly body: object } {
  const found = brokenRules.find((one) => one.rule === inFull[rule])
  if (found === undefined) throw new Error(`test/support/rules.ts has no rule "${inFull[rule]}"`)
  return { operation: found.operationId, body: found.body as object }
}

/** A call that a program has to make. */
interface Call {
  readonly operation: string
  readonly url: string | undefined
  readonly body: unknown
}

/** A line of a program: the answer to a call, or why it was not made or its answer not read. */
export interface Line {
  readonly status?: number
  readonly answer?: Readonly<Record<string, unknown>>
  readonly error?: string
}

/** Who refuses a body that breaks a rule, and what became of one that nobody refused. */
interface Outcome {
  readonly types: readonly Rule[]
  readonly client: readonly Rule[]
  readonly service: readonly Rule[]
  readonly nobody: readonly string[]
  /** The side of an answer that has one which is not listed, or `lost`. */
  readonly tomorrow: string
}

/** The examples, a call of the service of tomorrow, and a body for each rule that it breaks. */
export function callsOf(examples: readonly Example[], env: Record<string, string>): Call[] {
  const { BASE_URL: url, TOMORROW_URL } = env
  const plain = examples.map(({ operationId, body }) => ({ operation: operationId, url, body }))
  const quote = plain.find(({ operation }) => operation === 'createIssuerQuote')
  if (quote === undefined) throw new Error('createIssuerQuote has no example')
  return [
    ...plain,
    { ...quote, url: TOMORROW_URL },
    ...rules.map((rule) => ({ url, ...bodyAgainst(rule) })),
  ]
}

/** The rules that the types refuse: the compiler has to complain about each marked line, and about no other. */
export function refusedByTypes(
  file: string,
  source: string,
  { output }: Result,
  expected: readonly Rule[] = [],
): Rule[] {
  const places = output.matchAll(new RegExp(`${file.replace('.', '\\.')}[:(](\\d+)`, 'g'))
  const lines = new Set([...places].map(([, line]) => Number(line)))
  const refused: string[] = []
  const accepted: string[] = []
  source.split('\n').forEach((line, index) => {
    const rule = /(?:\/\/|#) refused: (\w+)$/.exec(line)?.[1]
    const isRefused = lines.has(index + 1)
    if (rule !== undefined) (isRefused ? refused : accepted).push(rule)
    else if (isRefused) throw new Error(`${file} has to compile: ${line}\n${output.slice(-4000)}`)
  })
  if (accepted.join() !== expected.join())
    throw new Error(`${file} compiles although marked: ${accepted.join()}\n${output.slice(-4000)}`)
  return rules.filter((rule) => refused.includes(rule))
}

/** Reads the answers of a program: the examples have to be sent as they are, and answered as documented. */
export function readLines(
  lines: readonly Line[],
  examples: readonly Example[],
  received: readonly string[],
): Omit<Outcome, 'types'> {
  const [tomorrow, ...broken] = lines.slice(examples.length)
  const bodies = received.map((body) => JSON.parse(body) as unknown).values()
  for (const [index, { operationId: id, body, response }] of examples.entries()) {
    const sent = bodies.next().value
    if (!isDeepStrictEqual(sent, body)) throw new Error(`${id} sent ${JSON.stringify(sent)}`)
    const line = lines[index]
    if (line?.status !== 200 || !isDeepStrictEqual(plain(line.answer), plain(response)))
      throw new Error(`${id} gave ${JSON.stringify(line)}, not ${JSON.stringify(response)}`)
  }
  if (broken.length !== rules.length)
    throw new Error(`the program did not make all calls: ${JSON.stringify(lines)}`)
  const by = { client: [] as Rule[], service: [] as Rule[], nobody: [] as string[] }
  for (const [index, { status, error }] of broken.entries()) {
    const rule = rules[index] as Rule
    const sent = error === undefined ? bodies.next().value : undefined
    if (error !== undefined) by.client.push(rule)
    else if (status === 422) by.service.push(rule)
    else if (status === 200)
      by.nobody.push(`**${rule}: sent ${change(bodyAgainst(rule).body, sent)}**`)
    else throw new Error(`${rule}: ${status ?? 'no status'}`)
  }
  const more = [...bodies]
  if (more.length > 0) throw new Error(`sent and not reported: ${JSON.stringify(more)}`)
  const { side } = tomorrow?.answer ?? {}
  return { ...by, tomorrow: typeof side === 'string' ? side : 'lost' }
}

/** The cells of its table. */
export function cellsOf({ types, client, service, nobody, tomorrow }: Outcome): string[] {
  const side = tomorrow === 'HOLD' ? 'survives' : tomorrow === 'lost' ? 'lost' : `as ${tomorrow}`
  return [side, ...[types, client, service, nobody].map((refused) => refused.join(', ') || '–')]
}

/** How a body differs from the one that was meant. */
function change(body: object, sent: unknown): string {
  const fields = Object(sent) as Record<string, unknown>
  const names = new Set([...Object.keys(body), ...Object.keys(fields)])
  const changes = [...names].flatMap((name) => {
    const [wanted, value] = [(body as Record<string, unknown>)[name], fields[name]]
    if (isDeepStrictEqual(wanted, value)) return []
    return value === undefined ? `without \`${name}\`` : `\`${name}\` as ${JSON.stringify(value)}`
  })
  if (changes.length === 0) throw new Error(`the mock takes ${JSON.stringify(body)}`)
  return changes.join(', ')
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
