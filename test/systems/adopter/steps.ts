import assert from 'node:assert/strict'
import { enums } from '../../../src/schemas.js'
import { App, type Place } from './process.js'
import type { Service } from './service.js'

/** What the steps share. The app is another one after each restart. */
export interface Scene {
  readonly place: Place
  readonly service: Service
  app: App
}

type Step = readonly [title: string, run: (scene: Scene) => Promise<void>]

const conversion = (ref_id: string) => ({
  ...{ profile_id: 'p', amount: '10005.25', source_asset: 'USDC', target_asset: 'USDG' },
  ref_id,
})
const order = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '2.5' }
const wallet = { crypto_network: 'BASE', address: '0x52908400098527886E0F7030069857D2E4169EE7' }

/** How often a conversion arrived at the service. */
const arrivals = ({ service }: Scene, refId: string): number =>
  service.conversions.filter((body) => (JSON.parse(body) as { ref_id: string }).ref_id === refId)
    .length

async function openOrders({ app }: Scene): Promise<unknown[]> {
  const { body } = await app.ask('/conversions/open')
  return (body as { ref_id: string; state: string }[]).map(({ ref_id, state }) => [ref_id, state])
}

async function restart(scene: Scene, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await scene.app.end(signal)
  scene.app = await App.start(scene.place)
}

export const steps: readonly Step[] = [
  [
    'a network is chosen from the list, and an address is registered',
    async ({ app }) => {
      assert.deepEqual((await app.ask('/networks')).body, enums.CryptoNetwork)
      const { status, body } = await app.ask('/addresses', wallet)
      assert.equal(status, 200)
      assert.equal((body as { status: unknown }).status, 'PENDING')
    },
  ],
  [
    'what does not fit is refused by the route, with a sentence for each field',
    async (scene) => {
      const wrong = { ...conversion('wrong'), amount: 10, source_aset: 'USDC' }
      const { status, body } = await scene.app.ask('/conversions', wrong)
      assert.equal(status, 400)
      assert.match(JSON.stringify(body), /source_aset is not .*; amount must be a decimal string/)
      assert.equal(arrivals(scene, 'wrong'), 0)
    },
  ],
  [
    'a quote is taken',
    async ({ app }) => {
      const { status, body } = await app.ask('/quotes', order)
      assert.equal(status, 200)
      assert.ok(Date.parse((body as { expires_at: string }).expires_at) > 0)
    },
  ],
  [
    'a conversion is on disk before it is sent, byte for byte',
    async (scene) => {
      const { status, body } = await scene.app.ask('/conversions', conversion('first'))
      assert.equal(status, 200)
      const row = body as { body: string; state: string }
      assert.equal(row.state, 'succeeded')
      assert.equal(scene.service.conversions.at(-1), row.body)
      assert.equal(arrivals(scene, 'first'), 1)
      let whileUnderWay: Promise<unknown[]> | undefined
      scene.service.onConversion = () => {
        whileUnderWay = openOrders(scene)
      }
      await scene.app.ask('/conversions', conversion('second'))
      assert.deepEqual(await whileUnderWay, [['second', 'sending']])
    },
  ],
  [
    'the same order again is stopped by the database, and nothing is sent',
    async (scene) => {
      const { status, body } = await scene.app.ask('/conversions', conversion('first'))
      // What became of the first one is the answer, and never that nothing was sent.
      assert.equal(status, 200)
      assert.equal((body as { state: unknown }).state, 'succeeded')
      assert.equal(arrivals(scene, 'first'), 1)
      assert.deepEqual(await openOrders(scene), [])
    },
  ],
  [
    'a conversion whose answer is lost is open, and is not sent again',
    async (scene) => {
      scene.service.onConversion = (lose) => lose()
      const { status, body } = await scene.app.ask('/conversions', conversion('lost'))
      assert.equal(status, 202)
      assert.equal((body as { state: unknown }).state, 'unknown')
      assert.equal(arrivals(scene, 'lost'), 1)
    },
  ],
  [
    'it is still open after a deployment',
    async (scene) => {
      await restart(scene, 'SIGTERM')
      assert.deepEqual(await openOrders(scene), [['lost', 'unknown']])
      assert.equal(arrivals(scene, 'lost'), 1)
    },
  ],
  [
    'one under way when the app is killed is open after it starts again',
    async (scene) => {
      const { app } = scene
      let killed: Promise<void> | undefined
      scene.service.onConversion = () => {
        killed = app.end('SIGKILL')
      }
      await assert.rejects(app.ask('/conversions', conversion('killed')))
      await killed
      await restart(scene, 'SIGKILL')
      assert.deepEqual(await openOrders(scene), [
        ['lost', 'unknown'],
        ['killed', 'unknown'],
      ])
      assert.equal(arrivals(scene, 'killed'), 1)
    },
  ],
  [
    'while the service is away nothing is sent, and may be tried until it is back',
    async (scene) => {
      const ask = () => scene.app.ask('/conversions', conversion('later'))
      // The app has a token now, which the restarted service will not know.
      assert.equal((await scene.app.ask('/quotes', order)).status, 200)
      await scene.service.stop()
      const { status, body } = await ask()
      assert.equal(status, 503)
      assert.deepEqual(body, { code: 'ERR_CONNECTION', outcome: 'not_sent' })
      await scene.service.start()
      assert.equal((await ask()).status, 200)
      // Refused for its token, and once more with a new one.
      assert.equal(arrivals(scene, 'later'), 2)
    },
  ],
  [
    'the logs say what happened, and hold no secret, token or body',
    async ({ service }) => {
      const log = App.printed.join('')
      for (const word of [
        '"operation":"createStablecoinConversion"',
        '"outcome":"unknown"',
        'to be looked up',
      ])
        assert.ok(log.includes(word), `the log has no ${word}`)
      assert.ok(service.secrets.size > 2, 'no token was seen')
      for (const secret of [...service.secrets, wallet.address, '10005.25'])
        assert.ok(!log.includes(secret), `the log holds ${secret}`)
      return Promise.resolve()
    },
  ],
]
