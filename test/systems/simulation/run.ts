/** Lets the client run against a simulated world: `npm run suite -- simulation --seed 7 --calls 5000000`. */
import { parseArgs } from 'node:util'
import { failureText, figuresText, replay, simulate } from './simulate.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '100000' },
    /** Runs only this one, and shows what happens in it. */
    world: { type: 'string' },
  },
})
const seed = Number(values.seed)
let isBroken: boolean
if (values.world === undefined) {
  const figures = await simulate(seed, Number(values.calls))
  for (const failure of figures.failures) console.log(failureText(seed, failure))
  console.log(figuresText(seed, figures))
  isBroken = figures.failures.length > 0
} else {
  const one = await replay(seed, Number(values.world))
  console.log(failureText(seed, one, true))
  isBroken = one.violations.length > 0
}
if (isBroken) process.exitCode = 1
