/** Lets the client run against a simulated world: `npm run suite -- simulation --seed 7 --calls 5000000`. */
import { parseArgs } from 'node:util'
import { step } from '../../../scripts/lib/step.js'
import { replay, simulate } from './simulate.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '100000' },
    /** Runs only this one, and shows what happens in it. */
    world: { type: 'string' },
  },
})
const seed = Number(values.seed)
if (values.world === undefined) {
  const wanted = Number(values.calls)
  let tenths = 1
  const onWorld = (made: number): void => {
    if (made >= (tenths * wanted) / 10) step(`${tenths++} of 10 parts are done`)
  }
  const { calls, worlds, outcomes, failure } = await simulate(seed, wanted, onWorld)
  for (const [name, times] of Object.entries(outcomes)) console.log(String(times).padStart(9), name)
  console.log(`seed ${seed}: ${calls} calls in ${worlds} worlds\n${failure}`)
  if (failure !== '') process.exitCode = 1
} else {
  const { report, isBroken } = await replay(seed, Number(values.world))
  console.log(report)
  if (isBroken) process.exitCode = 1
}
