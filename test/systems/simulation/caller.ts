import type { Call, Client, ClientError } from '../../../src/index.js'
import { quote, unreferenced } from '../../support/examples.js'
import type { Credentials } from './credentials.js'
import type { EventLog } from './events.js'
import type { CallRecord, OperationId } from './record.js'
import { secretIn } from './secrets.js'
import type { World } from './world-state.js'

/** A client of the world, and what its user knows of it. */
export interface SimulatedClient {
  readonly client: Client
  readonly limits: CallRecord['limits']
  readonly generatesRefId: boolean
  readonly log: EventLog | undefined
  readonly calls: CallRecord[]
  readonly credentials: Credentials
  readonly records: boolean
}

const operations: readonly OperationId[] = [
  'putCryptoDestinationAddress',
  'createStablecoinConversion',
  'createStablecoinConversion',
  'createIssuerQuote',
]

/** Makes one call of a client, at this moment, and plans its abort. */
export function makeCall(
  world: World,
  { client, calls, limits, generatesRefId, credentials, records }: SimulatedClient,
  key: string,
  shared: readonly AbortController[],
): void {
  const { random, loop } = world
  const operation = random.pick(operations)
  const valid = random.chance(0.98)
  const body = bodyOf(operation, key, valid, random.chance(0.5))
  const own = random.chance(0.3)
  const controller = own
    ? new AbortController()
    : random.chance(0.5) && shared.length > 0
      ? random.pick(shared)
      : undefined
  const changed = random.chance(0.1) ? { timeout: random.pick([1, 50, 500, 5_000]) } : {}
  const total = random.chance(0.1) ? { totalTimeout: random.pick([1, 100, 3_000, 60_000]) } : {}
  const repeats = random.chance(0.2) ? { maxRetries: random.below(5) } : {}
  if (own && random.chance(0.05)) controller?.abort(new Error('before it began'))
  const options = { ...changed, ...total, ...repeats, headers: { 'x-call': key } }
  const record: CallRecord = {
    key,
    operation,
    body,
    valid,
    generatesRefId,
    controller,
    idempotent: operation === 'putCryptoDestinationAddress',
    refId: body['ref_id'] as string | undefined,
    limits: { ...limits, ...changed, ...total, ...repeats },
    auth: credentials.kind,
    records,
    recording: undefined,
    startedAt: loop.now,
    startedDate: loop.date,
    attempts: [],
    settledAt: undefined,
    result: undefined,
    error: undefined,
    jumped: false,
    abortedAt: controller?.signal.aborted === true ? loop.now : undefined,
  }
  world.calls.set(key, record)
  calls.push(record)
  world.active++
  world.note(() => `${key} starts: ${operation} ${JSON.stringify(record.limits)}`)
  const method = client[operation] as (body: unknown, options: unknown) => Call<unknown>
  const call = method(body, controller ? { ...options, signal: controller.signal } : options)
  const settle = (): void => {
    record.settledAt = loop.now
    world.active--
    // What nobody watched has ended by now all the same.
    const last = record.attempts.at(-1)
    if (last) world.finish(last, { by: 'client', unsent: false })
    world.note(() => `${key} settled: ${record.error ? String(record.error) : 'success'}`)
    checkSettled(world, record, credentials)
  }
  const whole = random.chance(0.3) ? call.withResponse() : call.then((data) => ({ data }))
  whole.then(
    (result) => {
      record.result = result
      settle()
    },
    (error: unknown) => {
      record.error = error as ClientError
      settle()
    },
  )
  loop.checkAfter(loop.now + record.limits.totalTimeout, () =>
    world.demand(record.settledAt !== undefined, () => `${key}: not settled after totalTimeout`),
  )
  if (own && controller?.signal.aborted === false && random.chance(0.5))
    loop.later(random.next() ** 3 * record.limits.totalTimeout, () => abort(world, controller))
}

/** What can only be checked when a call settles: what it waited for, and what it shows. */
function checkSettled(world: World, call: CallRecord, { ledger }: Credentials): void {
  const { key, error, attempts, recording } = call
  if (error === undefined) return
  const shown = secretIn(error, world.random.chance(0.02))
  world.demand(shown === undefined, () => `${key}: a secret shows in its error, at ${shown}`)
  if (ledger === undefined || attempts.length > 0 || recording !== undefined) return
  if (error.code === 'ERR_AUTHENTICATION')
    world.demand(
      world.jumpedAhead || world.loop.everStoodStill || !ledger.idle,
      () => `${key}: no token, though one may be asked for`,
    )
  if (error.code === 'ERR_TIMEOUT')
    world.demand(
      ledger.busy || world.loop.everStoodStill,
      () => `${key}: waits for a token that nobody asks for`,
    )
}

/** Aborts a signal; every call that has it settles at once. */
export function abort(world: World, controller: AbortController): void {
  if (controller.signal.aborted) return
  const concerned = [...world.calls.values()].filter(
    (call) => call.controller === controller && call.settledAt === undefined,
  )
  world.note(() => `abort of ${concerned.map(({ key }) => key).join(' ')}`)
  const at = world.loop.now
  for (const call of concerned) call.abortedAt = at
  controller.abort(new Error('the reason of the caller'))
  world.loop.checkAt(at, () => {
    for (const { key, settledAt } of concerned)
      world.demand(settledAt !== undefined, () => `${key}: not settled after its abort`)
  })
}

function bodyOf(
  operation: OperationId,
  key: string,
  valid: boolean,
  referenced: boolean,
): Record<string, unknown> {
  const extra = valid ? {} : { nobody: 'knows this' }
  if (operation === 'putCryptoDestinationAddress') return { id: key, nickname: key, ...extra }
  if (operation === 'createIssuerQuote') return { ...quote, profile_id: key, ...extra }
  return { ...unreferenced, profile_id: key, ...extra, ...(referenced && { ref_id: `ref-${key}` }) }
}
