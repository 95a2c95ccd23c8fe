import { Agent, getGlobalDispatcher } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Running } from '../../../scripts/lib/running.js'
import * as sdk from '../../../src/index.js'
import { type UndiciTransport, undiciTransport } from '../../../src/undici.js'
import { failToLoadUndici } from '../../support/without-undici.js'
import { nodeDispatcher } from './node-dispatcher.js'
import { contextOf, type Row } from './script.js'
import { startFaultServer } from './start-server.js'

/** As where npm's undici is not installed. */
function overNode(): UndiciTransport {
  const failing = failToLoadUndici('MODULE_NOT_FOUND')
  try {
    return undiciTransport()
  } finally {
    failing.mockRestore()
  }
}

/** Before Node.js 24, its own undici is one that cannot be used. */
const hasOwn = Number.parseInt(process.versions.node) >= 24

/** Tries rows over fetch, over undici and over the dispatcher of Node.js itself, and has their figures told. */
export function tryRows(rows: readonly Row[]): void {
  let server: Running
  beforeAll(async () => {
    server = await startFaultServer()
    expect(getGlobalDispatcher()).toBe(nodeDispatcher)
    if (hasOwn) expect(nodeDispatcher).not.toBeInstanceOf(Agent)
  })
  afterAll(() => server.stop())

  const undici = undiciTransport({ connections: 256 })
  afterAll(() => undici.close())

  describe.each([
    { name: 'fetch', transport: {} },
    { name: 'undici', transport: { transport: undici } },
    ...(hasOwn ? [{ name: 'Node.js itself', transport: { transport: overNode() } }] : []),
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
