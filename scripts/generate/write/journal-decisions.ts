import {
  type CallFacts,
  decide,
  type Evidence,
  type RowFacts,
  type Step,
} from '../../../src/journal/decide.js'
import { markdownTable } from '../../lib/record.js'

/** A call with the input of its row, whose provider has a look-up. */
const call: CallFacts = {
  looksFirst: false,
  isUnsent: false,
  isOther: false,
  isKnownByKey: false,
  isUnderWay: false,
  endsByItself: true,
}

const open: readonly (readonly [
  words: string,
  before: Evidence,
  after: Evidence,
  answered?: true,
])[] = [
  ['finds it', 'found', 'found'],
  ['finds nothing, but its neighbours', 'empty', 'absent'],
  ['finds nothing, and not its neighbours', 'empty', 'unproven'],
  ['finds nothing, maybe in another account', 'empty', 'elsewhere'],
  ['finds nothing, though a 2xx answered it', 'empty', 'empty', true],
  ['says nothing', 'silent', 'silent'],
  ['finds other values', 'other', 'other'],
  ['fails', 'failed', 'failed'],
]

const words = (step: Step): string => {
  if (typeof step === 'object')
    return step.wait === 'end of the lease'
      ? 'fails, `retryAt` after the lease'
      : 'fails, `retryAt` a little later'
  const known: Partial<Record<Extract<Step, string>, string>> = {
    send: 'is recorded and sent',
    answer: 'gets the kept answer',
    'write succeeded': 'gets the answer',
    'write not_sent': 'is sent: it never came',
    'send under the key': 'is sent again',
    'ask a person': 'fails until a person decides',
  }
  return known[step] ?? step
}

/** What becomes of a call; and, where that differs, of a call that the service knows by its key. */
function cell(row: RowFacts, evidence: Evidence): string {
  const [plain, byKey] = [false, true].map((isKnownByKey) =>
    words(decide(row, { ...call, isKnownByKey }, evidence)),
  )
  return plain === byKey ? `${plain}` : `${plain}; under a known key: ${byKey}`
}

/** The table of what a call does with the row of its reference, from the function that decides it. */
export function journalDecisions(): string {
  const lines = (state: RowFacts['state'], evidences: (typeof open)[number][], names: string) =>
    evidences.map(([look, before, after, isAnswered = false]) => {
      const row = {
        ...{ state, isAnswered, isFree: state === 'not_sent' },
        ...{ isDecided: false, isInDoubt: false },
      }
      const [inLease, later] = [
        cell({ ...row, isLeaseOver: false }, before),
        cell({ ...row, isLeaseOver: true }, after),
      ]
      return [names, look, inLease, later === inLease ? 'the same' : later]
    })
  const none: (typeof open)[number][] = [['', 'none yet', 'none yet']]
  return markdownTable(
    ['The row of its `ref_id`', 'Its look-up', 'The call, in the lease', 'After the lease'],
    [
      ...lines('not_sent', none, 'none, `not_sent` or `rejected`'),
      ...lines('succeeded', none, '`succeeded`'),
      ...lines('unknown', [...open], '`pending` or `unknown`'),
      ...lines('abandoned', none, '`abandoned`'),
    ],
  )
}
