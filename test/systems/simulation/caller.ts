import type { Call, Client, ClientError, ClientOptions } from '../../../src/index.js'
import { quote, unreferenced } from '../../support/examples.js'
import type { CallRecord, OperationId, Recording } from './record.js'
import type { World } from './world.js'

/** A client of the world, and what its user knows of it. */
export interface SimulatedClient extends Pick<
  CallRecord,
  'limits' | 'generatesRefId' | 'records' | 'hasFixedToken'
> {
  readonly client: Client
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
  { client, limits, generatesRefId, hasFixedToken, records }: SimulatedClient,
  key: string,
  shared: readonly AbortController[],
): void {
  const { random, loop } = world
  const operation = random.pick(operations)
  const valid = random.chance(0.98)
  const body = bodyOf(operation, key, valid, random.chance(0.5))
  const own = random.chance(0.3) ? new AbortController() : undefined
  const isShared = random.chance(0.5) && shared.length > 0
  const controller = own ?? (isShared ? random.pick(shared) : undefined)
  const changed = {
    ...(random.chance(0.1) && { timeout: random.pick([1, 50, 500, 5_000]) }),
    ...(random.chance(0.1) && { totalTimeout: random.pick([1, 100, 3_000, 60_000]) }),
    ...(random.chance(0.2) && { maxRetries: random.below(5) }),
  }
  if (random.chance(0.05)) own?.abort(new Error('before it began'))
  const call: CallRecord = {
    key,
    operation,
    body,
    valid,
    generatesRefId,
    controller,
    idempotent: operation === 'putCryptoDestinationAddress',
    refId: body['ref_id'] as string | undefined,
    limits: { ...limits, ...changed },
    hasFixedToken,
    records,
    startedAt: loop.now,
    startedDate: loop.date,
    attempts: [],
    truth: world.serverLog.of(key),
    jumped: false,
    abortedAt: controller?.signal.aborted === true ? loop.now : undefined,
  }
  world.calls.set(key, call)
  world.active++
  world.note(() => `${key} starts: ${operation} ${JSON.stringify(call.limits)}`)
  const signal = controller && { signal: controller.signal }
  const method = client[operation] as (body: unknown, options: unknown) => Call<unknown>
  const made = method(body, { ...changed, ...signal, headers: { 'x-call': key } })
  const whole = random.chance(0.3) ? made.withResponse() : made.then((data) => ({ data }))
  whole.then(
    (result) => settle(world, Object.assign(call, { result })),
    (error: unknown) => settle(world, Object.assign(call, { error: error as ClientError })),
  )
  const over = loop.now + call.limits.totalTimeout
  loop.checkAfter(over, () =>
    world.demand(call.settledAt !== undefined, () => `${key}: not settled after totalTimeout`),
  )
  if (own && random.chance(0.5))
    loop.later(random.next() ** 3 * call.limits.totalTimeout, () => abort(world, own))
}

function settle(world: World, call: CallRecord): void {
  const { key, error } = call
  const { loop } = world
  call.settledAt = loop.now
  world.active--
  world.note(() => `${key} settled: ${error ? String(error) : 'success'}`)
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

/** A journal of the caller's, which takes its time, and now and then fails or knows the call already. */
export function journal(world: World): NonNullable<ClientOptions['beforeSend']> {
  const { random, loop, calls } = world
  const odd = random.pick([0, 0, 0.1])
  return ({ attempt, body = '' }) => {
    const { nickname, profile_id } = JSON.parse(body) as Record<string, string>
    const call = calls.get(nickname ?? profile_id ?? '')
    if (call === undefined) throw new Error(`a body of no call: ${body}`)
    const { key, attempts } = call
    const recording: Recording = { attempt, ended: undefined }
    call.recording = recording
    world.demand(attempt === attempts.length + 1, () => `${key}#${attempt}: a wrong number`)
    const isOdd = random.chance(odd)
    const way = isOdd ? random.pick(['failed', 'sent_before', 'silent'] as const) : 'recorded'
    world.note(() => `${key}#${attempt} before it is sent: ${way}`)
    if (way === 'silent') return new Promise<void>(() => undefined)
    const end = (): 'sent_before' | undefined => {
      recording.ended = way
      if (way === 'failed') throw new Error('the journal is full')
      return way === 'sent_before' ? way : undefined
    }
    return random.chance(0.3) ? end() : loop.pause(random.between(0, 200)).then(end)
  }
}
