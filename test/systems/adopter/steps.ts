import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { enums } from '../../../src/schemas.js'
import { limits } from '../../support/limits.js'

/** The app, and the service as it sees it. */
export interface Scene {
  /** All that the app printed. */
  readonly log: () => string
  readonly ask: (path: string, body?: object) => Promise<Answer>
  /** The bodies of the conversions that arrived. */
  readonly conversions: readonly string[]
  /** The secret, and the tokens that were used: no log holds them. */
  readonly secrets: ReadonlySet<string>
  /** Acts as soon as the next conversion has arrived, before it is answered. */
  readonly interruptNext: (act: (lose: () => void) => unknown) => void
}

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const conversion = (ref_id: string) => ({
  profile_id: 'p',
  amount: '10005.25',
  source_asset: 'USDC',
  target_asset: 'USDG',
  ref_id,
})
const order = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '2.5' }
const wallet = { crypto_network: 'BASE', address: '0x52908400098527886E0F7030069857D2E4169EE7' }

/** How often a conversion arrived at the service. */
const arrivals = ({ conversions }: Scene, refId: string): number =>
  conversions.filter((body) => body.includes(`"ref_id":"${refId}"`)).length

export const steps: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  'a network is chosen from the list, and an address is registered': async ({ ask }) => {
    assert.deepEqual((await ask('/networks')).body, enums.CryptoNetwork)
    const { status, body } = await ask('/addresses', wallet)
    assert.deepEqual([status, body['status']], [200, 'PENDING'])
  },
  'what does not fit is refused by the route, with a sentence for each field': async (scene) => {
    const wrong = { ...conversion('wrong'), amount: 10, source_aset: 'USDC' }
    const { status, body } = await scene.ask('/conversions', wrong)
    assert.equal(status, 400)
    assert.match(String(body['message']), /amount must be a decimal string.*; source_aset is not /)
    assert.equal(arrivals(scene, 'wrong'), 0)
  },
  'a quote is held': async ({ ask }) => {
    const { status, body } = await ask('/quotes', order)
    assert.equal(status, 200)
    assert.ok(Date.parse(String(body['expires_at'])) > 0)
  },
  'a conversion is recorded before it is sent, byte for byte': async (scene) => {
    let whileUnderWay: Promise<Answer> | undefined
    scene.interruptNext(() => (whileUnderWay = scene.ask('/conversions/open')))
    const { status, body } = await scene.ask('/conversions', conversion('first'))
    assert.deepEqual([status, body['state']], [200, 'succeeded'])
    assert.deepEqual(scene.conversions.at(-1), body['body'])
    assert.deepEqual((await whileUnderWay)?.body, [{ ...body, state: 'sending' }])
  },
  'the same order again is stopped by the record, and is to be looked up': async (scene) => {
    const { status, body } = await scene.ask('/conversions', conversion('first'))
    // What became of the first one is the answer, and never that nothing was sent.
    assert.deepEqual([status, body['state']], [200, 'succeeded'])
    assert.equal(arrivals(scene, 'first'), 1)
  },
  'a conversion whose answer is lost is looked up, and is not sent again': async (scene) => {
    scene.interruptNext((lose) => lose())
    const { status, body } = await scene.ask('/conversions', conversion('lost'))
    assert.deepEqual([status, body['state']], [202, 'unknown'])
    assert.equal(arrivals(scene, 'lost'), 1)
    assert.deepEqual((await scene.ask('/conversions/open')).body, [body])
    assert.deepEqual((await scene.ask('/conversions/lost')).body, ['first', 'lost'])
  },
  'the logs say what happened, and hold no secret, token or body': async (scene) => {
    const unknown = /"operation":"createStablecoinConversion".*"outcome":"unknown"/
    const until = performance.now() + limits.poll
    // What the app prints comes through a pipe, and may be read after its answer.
    while (!unknown.test(scene.log()) && performance.now() < until) await sleep(20)
    const log = scene.log()
    assert.match(log, unknown)
    assert.ok(scene.secrets.size > 1, 'no token was seen')
    for (const secret of [...scene.secrets, wallet.address, '10005.25'])
      assert.ok(!log.includes(secret), `the log holds ${secret}`)
  },
}
