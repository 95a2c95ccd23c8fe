/**
 * Lets real processes share one token over a real Redis, and breaks that for them: one row with the lock of the guide,
 * one with Keyv as it is, one without a Redis. Words choose rows by their names.
 */
import { parseArgs } from 'node:util'
import { cases } from '../../support/cases.js'
import { freePort } from '../../support/processes.js'
import { choose, conclude, inFolder, inLanes } from '../../support/runs.js'
import { buildProgram } from '../crash/programs.js'
import { startFarSide } from './far-side.js'
import { play } from './fleet.js'
import { complaints, findings, phasesTable, type Result } from './judge.js'
import { findRedis, startRedis, startRelay } from './redis.js'
import { lifetime, type Scenario, scenarios } from './scenarios.js'

const { positionals } = parseArgs({ allowPositionals: true })
const chosen = choose(scenarios, positionals, ({ name }) => name)

const redis = findRedis()
if (redis === undefined) {
  console.error('skipped: neither valkey-server nor redis-server is installed')
  conclude(false, true)
} else
  await inFolder('fleet', async (folder) => {
    const program = await buildProgram('test/systems/fleet/program')
    // Large fleets one after the other, and small ones at once: they wait for the end of tokens most of the time.
    const atOnce = cases(1, chosen.length)
    const work = (scenario: Scenario) => tryFleet(scenario, program, redis, folder)
    const results = await inLanes(atOnce, chosen, work)
    console.log(`\n${phasesTable(results)}\n`)
  })

async function tryFleet(
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
    relay.stop()
    await redis.stop()
    await farSide.stop()
  }
}
