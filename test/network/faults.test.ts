import { Agent, getGlobalDispatcher } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as sdk from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { faults } from './faults.js'
import { placeBefore } from './places.js'
import { startFarSide } from './process.js'
import { findProgram, toolsAreRequired } from '../support/tools.js'
import { startSecured, through } from './connecting.js'
import { nodeDispatcher } from './node-dispatcher.js'
import { rows as played, without } from './played.js'
import { rows } from './rows.js'
import { contextOf } from './script.js'

const hasOpenssl = toolsAreRequired || findProgram('openssl') !== undefined
let server: Awaited<ReturnType<typeof startFarSide>> & { readonly ca?: string }
beforeAll(async () => {
  server = await (hasOpenssl ? startSecured() : startFarSide())
  // Node's own fetch does not send by npm's undici.
  expect(getGlobalDispatcher()).toBe(nodeDispatcher)
  if (Number.parseInt(process.versions.node) >= 24) expect(nodeDispatcher).not.toBeInstanceOf(Agent)
})
const node = { placeBefore, through }
const undici = undiciTransport({ connections: 256 })
afterAll(() => Promise.all([server.stop(), undici.close()]))

it('plays each fault of the far side in one row', () => {
  const rowsOf = ({ name }: { readonly name: string }) =>
    played.filter((row) => row.played.some((fault) => fault.name === name)).length
  const others = faults.filter(({ name }) => !without.includes(name))
  expect(others.filter((fault) => rowsOf(fault) !== 1).map(({ name }) => name)).toEqual([])
})

describe.each([
  { name: 'fetch', sending: {} },
  { name: 'undici', sending: { transport: undici } },
])('faults over $name', ({ name, sending }) => {
  const collected: unknown[] = []
  const numbered = rows.map((row, index) => ({ ...row, number: index + 1 }))

  it.for(numbered)('$number: $fault → $demand', async (row, { task, skip }) => {
    if (row.overTls && !hasOpenssl) skip('there is no openssl')
    const { url: control, ports, ca = '' } = server
    const context = contextOf({
      sdk,
      control,
      collected,
      ...(hasOpenssl && { secured: { ports, ca } }),
      node,
      ...sending,
    })
    const startedAt = performance.now()
    const shown = await row.run(context)
    const figure = `${shown} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`
    task.meta.row = { number: row.number, fault: row.fault, over: name, figure }
  })
})
