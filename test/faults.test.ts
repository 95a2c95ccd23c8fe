import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Running } from '../scripts/running.js'
import * as sdk from '../src/index.js'
import { undiciTransport } from '../src/undici.js'
import * as answers from './faults/answers.js'
import * as connections from './faults/connections.js'
import * as contentCodings from './faults/content-codings.js'
import * as escapedSecrets from './faults/escaped-secrets.js'
import * as hostile from './faults/hostile.js'
import * as late from './faults/late.js'
import * as layersBelow from './faults/layers-below.js'
import * as lookalikes from './faults/lookalikes.js'
import * as nested from './faults/nested.js'
import * as random from './faults/random.js'
import * as resends from './faults/resends.js'
import type { Context, Row } from './faults/script.js'
import { startFaultServer } from './faults/start-server.js'
import * as secrets from './faults/secrets.js'
import * as strangeParts from './faults/strange-parts.js'
import * as time from './faults/time.js'
import * as tokenEndpoint from './faults/token-endpoint.js'
import * as told from './faults/told.js'
import * as tokens from './faults/tokens.js'
import * as twoCopies from './faults/two-copies.js'

const groups = [
  ...[connections, answers, tokens, tokenEndpoint, time, hostile, secrets, random],
  ...[resends, lookalikes, strangeParts, escapedSecrets, contentCodings, told],
  ...[layersBelow, twoCopies, late, nested],
]
const rows: Row[] = groups
  .flatMap(({ portable, onNode }) => [...portable, ...onNode])
  .sort((a, b) => a.number - b.number)

let server: Running
beforeAll(async () => {
  server = await startFaultServer()
})
afterAll(() => server.stop())

const undici = undiciTransport({ connections: 256 })
afterAll(() => undici.close())

describe.each([
  { name: 'fetch', transport: {} },
  { name: 'undici', transport: { transport: undici } },
])('faults over $name', ({ name, transport }) => {
  const collected: unknown[] = []

  it.for(rows)('$number: $fault → $demand', async (row, { task }) => {
    const context: Context = { sdk, control: server.url, collected, ...transport }
    const startedAt = performance.now()
    const shown = await row.run(context)
    const figure = `${shown} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`
    task.meta.row = { number: row.number, fault: row.fault, over: name, figure }
  })
})
