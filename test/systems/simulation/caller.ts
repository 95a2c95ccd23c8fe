import {
  type Call,
  type ClientError,
  type ClientOptions,
  createClient,
} from '../../../src/index.js'
import { Entry } from '../../network/server-log.js'
import { quote, unreferenced } from '../../support/examples.js'
import { networkFetch, networkTransport } from './network.js'
import { withLookUp } from './reads.js'
import type { CallRecord, OperationId } from './record.js'
import type { World } from './world.js'

/** A client of the world, and what its user knows of it. */
export type SimulatedClient = ReturnType<typeof makeClient>

export function makeClient(world: World) {
  const { random } = world
  const limits = {
    timeout: random.pick([100, 1_000, 10_000, 10_000]),
    totalTimeout: random.pick([1_000, 10_000, 30_000, 30_000]),
    maxRetries: random.pick([0, 1, 2, 2, 5]),
  }
  const records = random.chance(0.4)
  const hasFixedToken = random.chance(0.25)
  const overFetch = random.chance(0.5)
  const looksUp = random.chance(0.5)
  const client = createClient({
    baseUrl: 'https://api.example',
    auth: hasFixedToken ? 'token' : tokenFunction(world),
    ...limits,
    ...(overFetch ? { fetch: networkFetch(world) } : { transport: networkTransport(world) }),
    ...(records && { beforeSend: journal(world) }),
    ...(looksUp && { provider: withLookUp }),
  })
  world.note(
    () => `a client over ${overFetch ? 'fetch' : 'a transport'}: ${JSON.stringify(limits)}`,
  )
  return { client, limits, records, looksUp }
}

/** Gives another token each time, soon or late, or now and then none. */
function tokenFunction({ random, loop }: World): () => Promise<string> {
  let count = 0
  return async () => {
    await loop.pause(random.chance(0.02) ? 60_000 : random.between(0, 20))
    if (random.chance(0.02)) throw new Error('there is no token')
    return `token-${++count}`
  }
}

/** A journal of the caller's, which takes its time, and now and then fails. */
function journal({ random, loop, calls }: World): NonNullable<ClientOptions['beforeSend']> {
  const odd = random.pick([0, 0, 0.1])
  return async ({ attempt, body = '' }) => {
    const { nickname, profile_id } = JSON.parse(body) as Record<string, string>
    const call = calls.get(nickname ?? profile_id ?? '')
    if (call === undefined) throw new Error(`a body of no call: ${body}`)
    const way = random.chance(odd) ? random.pick(['fails', 'is silent']) : 'records'
    if (way === 'is silent') return new Promise<never>(() => undefined)
    await loop.pause(random.between(0, 50))
    if (way === 'fails') throw new Error('the journal is full')
    call.recorded = attempt
  }
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
  { client, looksUp, ...known }: SimulatedClient,
  key: string,
): void {
  const { random, loop } = world
  const operation = random.pick(operations)
  const body = bodyOf(operation, key, random.chance(0.5))
  const controller = random.chance(0.4) ? new AbortController() : undefined
  const isLookedUp = looksUp && operation === 'createStablecoinConversion'
  const account = isLookedUp ? random.pick([undefined, 'main', 'second']) : undefined
  const call: CallRecord = {
    ...known,
    key,
    operation,
    body,
    account,
    controller,
    idempotent: operation === 'putCryptoDestinationAddress',
    startedAt: loop.now,
    startedDate: loop.date,
    attempts: [],
    truth: world.serverLog.of(key),
    carriedOut: [],
    isShown: false,
    recorded: 0,
    isSettled: false,
  }
  if (isLookedUp) call.reads = readsOf(call)
  world.calls.set(key, call)
  world.active++
  world.note(() => `${key} starts: ${operation}`)
  const settle = (end: Pick<CallRecord, 'result' | 'error'>): void => {
    Object.assign(call, end, { isSettled: true })
    world.active--
    world.note(() => `${key} settled: ${end.error ? String(end.error) : 'success'}`)
  }
  const method = client[operation] as (body: unknown, options: unknown) => Call<unknown>
  method(account === undefined ? body : { ...body, 'X-Account': account }, {
    headers: { 'x-call': key },
    ...(controller && { signal: controller.signal }),
  }).then(
    (result) => settle({ result }),
    (error: unknown) => settle({ error: error as ClientError }),
  )
  if (!controller || random.chance(0.3)) return
  loop.later(random.next() ** 3 * known.limits.totalTimeout, () => {
    world.note(() => `${key} is aborted`)
    controller.abort(new Error('the reason of the caller'))
    loop.afterTurn(() => world.demand(call.isSettled, () => `${key}: not settled after its abort`))
  })
}

/** The look-ups of a call. */
const readsOf = (of: CallRecord): CallRecord => ({
  ...of,
  of,
  key: `${of.key}?`,
  operation: 'listConversions',
  idempotent: true,
  records: false,
  attempts: [],
  truth: new Entry(),
  carriedOut: [],
})

function bodyOf(operation: OperationId, key: string, hasReference: boolean): CallRecord['body'] {
  if (operation === 'putCryptoDestinationAddress') return { id: key, nickname: key }
  if (operation === 'createIssuerQuote') return { ...quote, profile_id: key }
  return { ...unreferenced, profile_id: key, ...(hasReference && { ref_id: `ref-${key}` }) }
}
