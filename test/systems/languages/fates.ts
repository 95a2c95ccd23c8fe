import type { Refuser, Rule } from './rules.js'

/** Rules whose breach sends money to the wrong place, or a conversion without its reference. */
export const dangers = ['both', 'unlisted', 'network'] as const satisfies readonly Rule[]
export type Danger = (typeof dangers)[number]

/** What a program said of one body that breaks a rule, and what arrived of it. */
export interface Report {
  readonly rule: string
  readonly by: Refuser
  /** Whether the body went past types that refuse it: by a cast, or as JSON from elsewhere. */
  readonly pastTypes: boolean
  readonly received: unknown
}

/** What becomes of a body that a program should never send. */
export function fateOf(danger: Danger, types: boolean, reports: readonly Report[]): string {
  const report = reports.find(({ rule, pastTypes }) => rule === danger && pastTypes === types)
  if (report === undefined) return 'the types refuse it'
  const how = { client: 'the client refuses it', mock: 'the service refuses it' }
  const fate =
    report.by === 'client' || report.by === 'mock'
      ? how[report.by]
      : whatWentThrough[danger](fieldsOf(report.received))
  return types ? `the types refuse it; past them ${fate}` : fate
}

type Fields = Readonly<Record<string, unknown>>

const whatWentThrough: Record<Danger, (sent: Fields) => string> = {
  both: ({ id, crypto_network: network, address }) => {
    if (id === undefined) return '**it is sent without `id`**'
    if (network === undefined && address === undefined) return '**it is sent as an update of `id`**'
    return '**it is sent, and not refused**'
  },
  unlisted: ({ refid }) =>
    refid === undefined
      ? '**the conversion is sent without a reference**'
      : '**it is sent, and not refused**',
  network: ({ crypto_network: network }) =>
    network === undefined
      ? '**it is sent without it**'
      : `**it is sent as ${JSON.stringify(network)}**`,
}

function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null ? (body as Fields) : {}
}
