/**
 * Lets real processes share one token over a real Redis, and breaks that for them: one row with the lock of the guide,
 * one with Keyv as it is, one without a Redis. Words choose rows by their names.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cases } from '../../support/cases.js'
import { freePort } from '../../support/processes.js'
import { toolsAreRequired } from '../../support/tools.js'
import { buildProgram } from '../crash/programs.js'
import { startFarSide } from './far-side.js'
import { play } from './fleet.js'
import { complaints, findings } from './judge.js'
import { findRedis, startRedis } from './redis.js'
import { startRelay } from './relay.js'
import { lifetime, type Scenario, scenarios } from './scenarios.js'
import { type Result, table } from './table.js'

const { positionals } = parseArgs({ allowPositionals: true })
const chosen = scenarios.filter(({ name }) =>
  positionals.every((word) => name.toLowerCase().includes(word.toLowerCase())),
)
if (chosen.length === 0) throw new Error(`No row matches ${positionals.join(' ')}.`)

const redis = findRedis()
if (redis === undefined) {
  console.error('skipped: neither valkey-server nor redis-server is installed')
  if (toolsAreRequired) process.exitCode = 1
} else {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'))
  try {
    const program = await buildProgram('test/systems/fleet/program')
    const results: Result[] = []
    // Large fleets one after the other, and small ones at once: they wait for the end of tokens most of the time.
    const atOnce = cases(1, chosen.length)
    for (let at = 0; at < chosen.length; at += atOnce) {
      const together = chosen.slice(at, at + atOnce)
      const work = together.map((scenario) => tryOut(scenario, program, redis, folder))
      results.push(...(await Promise.all(work)))
    }
    console.log(`\n${table(results)}\n`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tryOut(
  scenario: Scenario,
  program: string,
  server: string,
  folder: string,
): Promise<Result> {
  const farSide = await startFarSide(lifetime)
  const redis = await startRedis(server, folder)
  const relay = await startRelay(redis.port)
  try {
    const setting = { program, farSide, redis, relay, nowhere: await freePort() }
    const run = await play(scenario, setting)
    const found = findings(scenario, run, farSide.books)
    for (const complaint of complaints(found, run, farSide.books)) {
      console.error(`${scenario.name}: ${complaint}`)
      process.exitCode = 1
    }
    return { scenario, found }
  } finally {
    await relay.stop()
    await redis.stop()
    await farSide.stop()
  }
}
