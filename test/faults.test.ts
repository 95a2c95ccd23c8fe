import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Running } from '../scripts/mock/prism.js'
import * as sdk from '../src/index.js'
import * as answers from './faults/answers.js'
import * as connections from './faults/connections.js'
import type { Context, Row } from './faults/script.js'
import { startFaultServer } from './faults/start-server.js'
import * as hostile from './faults/hostile.js'
import * as time from './faults/time.js'
import * as tokens from './faults/tokens.js'

const rows: Row[] = [connections, answers, tokens, time, hostile]
  .flatMap(({ portable, onNode }) => [...portable, ...onNode])
  .sort((a, b) => a.number - b.number)

let server: Running
const context: { -readonly [Key in keyof Context]: Context[Key] } = {
  sdk,
  control: '',
  collected: [],
}
const figures: string[] = []

beforeAll(async () => {
  server = await startFaultServer()
  context.control = server.url
})
afterAll(async () => {
  await server.stop()
  console.log(figures.join('\n'))
})

describe('faults', () => {
  it.each(rows)('$number: $fault → $demand', async (row) => {
    const startedAt = performance.now()
    const figure = await row.run(context)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    figures.push(`${String(row.number).padStart(2)}  ${row.fault}\n      ${figure} (${seconds} s)`)
  })
})
