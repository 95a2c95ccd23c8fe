import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Running } from '../../../scripts/lib/running.js'
import * as sdk from '../../../src/index.js'
import { undiciTransport } from '../../../src/undici.js'
import { contextOf, type Row } from './script.js'
import { startFaultServer } from './start-server.js'

/** Tries rows over fetch and over undici, and has their figures told. */
export function tryRows(rows: readonly Row[]): void {
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
      const context = contextOf({ sdk, control: server.url, collected, ...transport })
      const startedAt = performance.now()
      const shown = await row.run(context)
      const figure = `${shown} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`
      task.meta.row = { number: row.number, fault: row.fault, over: name, figure }
    })
  })
}
