import type { CallContext } from '../call-context.js'
import type { Failure } from '../failure.js'
import type { Reader } from '../operation.js'
import type { Claim, JournalWait } from '../options.js'
import {
  type Claiming,
  claimingOf,
  differing,
  factsOf,
  hasLookUp,
  storedProof,
  timeOf,
} from './claiming.js'
import { RefusedStatement, splitReads } from './databases.js'
import { type CallFacts, decide, type Evidence, type Step } from './decide.js'
import { type Finding, type lookUpsIn, UnprovenError } from './look-up.js'
import type { Row } from './row.js'
import { asRead, type Rows } from './rows.js'

/** Changes of a row between two statements of one call, before the call gives up. */
const maxRounds = 10

/** The claims of calls on their rows. `unsent` are calls of which this process knows that they were not sent. */
export function claimsIn(rows: Rows, lookUps: ReturnType<typeof lookUpsIn>, unsent: Set<string>) {
  const { options } = rows
  const { window, account: named } = options

  /** Records the first attempt of a call, unless a row of its reference forbids that. */
  const claim = async (
    call: CallContext,
    base: string,
    reader: Reader,
    wait: JournalWait,
  ): Promise<Claim> => {
    let isEarlierCallFound = false
    wait.onStop(() => (isEarlierCallFound ? undefined : 'not_sent'))
    const { refId: reference = '', operation, fields } = call
    const account = named ?? base
    if (options.lookUpFirst && !hasLookUp(options, operation))
      throw new RefusedStatement(
        `lookUpFirst: ${operation.id} has no look-up, which would tell whether it was sent before: describe one, or make the call by a client whose journal has no lookUpFirst`,
      )
    let claiming = await claimingOf(rows, call, reader, account)
    const values = {
      reference,
      operation: operation.id,
      body: await rows.seal(reference, 'body', JSON.stringify(fields)),
      next_call: call.call,
      account,
      proof: JSON.stringify(storedProof(claiming)),
      account_hash: claiming.accountHash,
      window,
    }
    for (let round = 0; round < maxRounds; round++) {
      isEarlierCallFound = false
      const { looksFirst } = claiming
      const [made] = await rows.run(looksFirst ? 'recordInDoubt' : 'record', values, wait)
      if (made && !looksFirst) return recorded(call, wait)
      // The row in doubt is looked up as that of an earlier call.
      if (made) claiming = { ...claiming, looksFirst: false }
      const row = await rows.find(reference, wait)
      if (!row) continue
      if (row.account !== account)
        throw new RefusedStatement(
          `the journal has this reference for ${row.account}, not for ${account}: give each account a partition of its own, or the option account where it is the same`,
        )
      isEarlierCallFound = !row.isFree
      const next = await nextAfter(row, claiming, wait)
      if (typeof next === 'object') return next
      if (next === 'again') continue
      const statement = next === 'send' ? 'replace' : 'replaceInDoubt'
      // A service may know the first attempt by its key, so the time of that attempt stays.
      const since = row.since ?? null
      const [replaced] = await rows.run(statement, { ...values, ...asRead(row), since }, wait)
      if (!replaced) continue
      if (next === 'send') return recorded(call, wait)
      claiming = { ...claiming, looksFirst: false }
    }
    throw new RefusedStatement(`the row keeps changing, or ${splitReads}`)
  }

  /** Records a further attempt of the same call. If the row was settled in the meantime, `keep` gives the answer. */
  const renew = async ({ refId = '', call }: CallContext, wait: JournalWait): Promise<Claim> => {
    // The call knows itself whether an earlier attempt may have been carried out.
    wait.onStop(() => 'not_sent')
    const [renewed] = await rows.run('renew', { reference: refId, call, window }, wait)
    if (!renewed) throw new Error('the row is of another call')
    return {}
  }

  /** Allows an attempt whose row is written, unless the caller no longer waits or a rollback may undo the row. */
  const recorded = async (
    { refId = '', call }: CallContext,
    wait: JournalWait,
    isRepeat = false,
  ): Promise<Claim> => {
    let isWritten = false
    try {
      isWritten = !wait.ended && (await rows.isWritten(refId, call, wait))
    } finally {
      if (!isWritten) await rows.keep(refId, call, isRepeat ? 'unknown' : 'not_sent')
    }
    if (!isWritten) throw new RefusedStatement(splitReads)
    return { isRepeat }
  }

  /**
   * Takes the steps of `decide` with a row, up to the end of a call's claim; or gives the step that writes the row, or `again` where
   * the row has changed.
   */
  const nextAfter = async (
    row: Row,
    claiming: Claiming,
    wait: JournalWait,
  ): Promise<Claim | 'again' | 'send' | 'record in doubt'> => {
    const { call } = claiming
    let facts: CallFacts = { ...factsOf(rows, row, claiming, unsent.has(row.call)), isOther: false }
    let finding: Finding = { evidence: 'none yet' }
    try {
      // A row that is free, or of a call that never left, may be of any input.
      const isCompared = !row.isFree && decide(row, facts, 'none yet') !== 'write not_sent'
      const fields = isCompared ? await differing(rows, row, claiming) : []
      const isOther = isCompared && (fields.length > 0 || row.operation !== call.operation.id)
      facts = { ...facts, isOther }
      // `settle` takes each step that needs no facts of this call; what is left is decided with them.
      for (;;) {
        const step = decide(row, facts, finding.evidence)
        switch (step) {
          case 'look up': {
            const settled = await lookUps.settle(row, [claiming.reader])
            if (settled.fate !== 'left') return 'again'
            finding = settled.finding
            break
          }
          case 'answer':
            return { answer: await rows.unseal(row, 'data') }
          case 'refuse':
            return { failure: reused(row, fields) }
          case 'write not_sent':
            unsent.delete(row.call)
            await rows.keep(row.reference, row.call, 'not_sent')
            return 'again'
          case 'send under the key':
            return await sendAgain(row, claiming, facts, wait)
          case 'send':
          case 'record in doubt':
            return step
          default:
            return sentBefore(row, claiming, step, finding)
        }
      }
    } catch (error) {
      // The row cannot be read.
      finding = { evidence: 'failed', error }
      const step = decide(row, { ...facts, isOther: false, isUnsent: false }, 'failed')
      return sentBefore(row, claiming, step, finding)
    }
  }

  /**
   * Claims the row of an earlier call anew, which the service knows by the same key. After a look-up that failed nothing is
   * sent: the call may have been carried out, and its key be forgotten.
   */
  const sendAgain = async (
    row: Row,
    claiming: Claiming,
    facts: CallFacts,
    wait: JournalWait,
  ): Promise<Claim | 'again'> => {
    const { call } = claiming
    try {
      const values = { ...asRead(row), next_call: call.call, window }
      const [claimed] = await rows.run('reclaim', values, wait)
      return claimed ? await recorded(call, wait, true) : 'again'
    } catch (error) {
      const step = decide(row, { ...facts, isKnownByKey: false }, 'failed')
      return sentBefore(
        row,
        claiming,
        step,
        { evidence: 'failed', error },
        'cannot be recorded anew',
      )
    }
  }

  const sentBefore = (
    row: Row,
    claiming: Claiming,
    step: Step,
    { error, evidence }: Finding,
    what = whyOf(row, claiming, evidence, error),
  ): Claim => {
    const { call } = claiming
    const retryAt = timeOf(step, row, window, call.limits)
    return { failure: { code: 'ERR_SENT_BEFORE', outcome: 'unknown', what, cause: error, retryAt } }
  }

  const reused = ({ shown }: Row, fields: readonly string[]): Failure => {
    return { code: 'ERR_REFERENCE_REUSED', outcome: 'not_sent', state: shown, fields }
  }

  /** The reason why a row proves nothing of its call. */
  const whyOf = (row: Row, { call, keyHash }: Claiming, evidence: Evidence, error: unknown) => {
    const { operation } = call
    if (row.state === 'abandoned') return 'was abandoned'
    const isOtherKey = row.proof.key !== undefined && row.proof.key !== keyHash
    if (operation.key && isOtherKey && row.isLeaseOver && evidence === 'silent')
      return `was sent under another ${operation.key.name}: make it again under that`
    if (error instanceof UnprovenError && error.cause === undefined) return error.message
    const values = row.isInDoubt ? ': make the call with those, if they are right' : ''
    if (evidence === 'other') return `a look-up finds it with other values (see cause)${values}`
    if (evidence === 'failed' || error !== undefined)
      return 'neither its row nor a look-up tells (see cause)'
    if (!row.isLeaseOver) return `its lease ends at ${new Date(row.lease).toISOString()}`
    return hasLookUp(options, operation) ? 'lookUp does not know' : 'there is no lookUp'
  }

  return { claim, renew }
}
