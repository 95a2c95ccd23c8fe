import { parseArgs } from 'node:util'
import { simulate } from './simulate.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '100000' },
    world: { type: 'string' },
  },
})
const { text, failed } = await simulate({
  seed: Number(values.seed),
  calls: Number(values.calls),
  ...(values.world !== undefined && { world: Number(values.world) }),
})
console.log(text)
if (failed) process.exitCode = 1
