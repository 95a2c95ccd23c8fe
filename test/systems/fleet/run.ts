/**
 * Lets eight processes share one token over a real Redis. The process that requests the first token is killed, and so is
 * Redis later. Counts the token requests.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { madeConversion } from '../../support/examples.js'
import { freePort, serve } from '../../support/listen.js'
import { listens, start, type Started } from '../../support/processes.js'
import { conclude, inFolder } from '../../support/runs.js'
import { findProgram } from '../../support/tools.js'
import { buildProgram, type Life, live, printedBy } from '../programs.js'
import type { Failed, Plan } from './program.js'

const processes = 8
/** Seconds that a token lives: it is renewed when 22 to 24 of them are over. */
const lifetime = 30

/** Who requested a token, in this order. */
const requests: string[] = []
/** The token that each process sent last. */
const lastTokens = new Map<string, string>()
let conversions = 0

const service = await serve(({ url, headers }, body) => {
  const name = String(headers['x-process'])
  if (url === '/oauth2/token') {
    requests.push(name)
    const access_token = `token-${requests.length}`
    const granted = { access_token, token_type: 'Bearer', expires_in: lifetime }
    // The first one is never answered.
    return requests.length > 1 ? granted : new Promise(() => undefined)
  }
  lastTokens.set(name, headers.authorization ?? '')
  conversions++
  const { ref_id } = JSON.parse(body) as { readonly ref_id: string }
  return { ...madeConversion, ref_id }
})

async function shareToken(redisProgram: string, folder: string): Promise<void> {
  const port = await freePort()
  const startRedis = async (): Promise<Started> => {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '']
    const started = start(redisProgram, ...options)
    await listens(port, started)
    return started
  }
  const program = await buildProgram('test/systems/fleet/program')
  const startProcess = (name: string): Life => {
    const plan: Plan = { name, baseUrl: service.url, redis: `redis://127.0.0.1:${port}` }
    return live(program, plan)
  }
  const redis = await startRedis()
  const names = Array.from({ length: processes }, (_, at) => `process-${at}`)
  const lives = new Map(names.map((name) => [name, startProcess(name)]))

  await happens('a process requests a token', () => requests.length > 0)
  await sleep(3_000)
  checkRequests(1, 'all of them start with one token request')

  const [killed = ''] = requests
  lives.get(killed)?.kill('SIGKILL')
  lives.delete(killed)
  lives.set('another', startProcess('another'))
  const all = [...lives.keys()]
  await happens('all of the others get a token', () => all.every((name) => lastTokens.has(name)))
  // Who has waited as long as a lock lives may request one for itself: on a busy machine more than one do.
  const requested = requests.length
  ok(requested < processes, 'not each of them requests one')

  await redis.stop()
  await sleep(2_000)
  checkRequests(requested, 'without Redis they use the token that they have')
  const emptyRedis = await startRedis()
  const renewed = `Bearer token-${requested + 1}`
  const isRenewed = (name: string): boolean => lastTokens.get(name) === renewed
  await happens('all of them send the new token', () => all.every(isRenewed))
  checkRequests(requested + 1, 'the renewal is one token request')

  const failed = [...lives.values()].flatMap((life) => printedBy<Failed>(life))
  deepEqual(failed, [], 'no call fails')
  for (const life of lives.values()) life.kill('SIGKILL')
  await emptyRedis.stop()
  const total = `${conversions} calls of ${processes} processes, ${requests.length} token requests`
  console.log(`${total}: at the start, after a kill, for the renewal`)
}

function checkRequests(count: number, what: string): void {
  equal(requests.length, count, what)
}

/** Waits for something as long as a token lives. */
async function happens(what: string, condition: () => boolean): Promise<void> {
  const until = performance.now() + lifetime * 1_000
  while (!condition() && performance.now() < until) await sleep(50)
  ok(condition(), what)
}

const redisProgram = findProgram('valkey-server', 'redis-server')
if (redisProgram === undefined) {
  console.error('skipped: neither valkey-server nor redis-server is installed')
  conclude(false, true)
} else await inFolder('fleet', (folder) => shareToken(redisProgram, folder))
service.stop()
