import { readFileSync } from 'node:fs'
import { Agent, getGlobalDispatcher } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as sdk from '../../src/index.js'
import { makeCertificates } from '../support/certificates.js'
import { inFolder } from '../support/runs.js'
import { connecting, placeBefore, through, tlsPorts } from './connections.js'
import * as deadline from './deadline.js'
import * as longLived from './long-lived.js'
import { nodeDispatcher } from './node-dispatcher.js'
import * as played from './played.js'
import { startFarSide } from './process.js'
import * as resends from './resends.js'
import { contextOf, type Setting } from './script.js'
import * as tokens from './tokens.js'
import * as turns from './turns.js'

/** The server with its ports behind TLS, and the authority that their certificates are of. */
const startServer = () =>
  inFolder('faults', async (folder) => {
    const certificates = await makeCertificates(folder)
    const ca = readFileSync(certificates.authority, 'utf8')
    return { ...(await startFarSide(tlsPorts(certificates))), ca }
  })

export const numbered = [played, resends, deadline, turns, tokens, longLived]
  .flatMap(({ rows }) => rows)
  .map((row, index) => ({ ...row, number: index + 1 }))

/** Meets each fault by what sends. */
export function testFaults(name: string, sending: Pick<Setting, 'transport'>): void {
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    server = await startServer()
    // Node's own fetch does not send by npm's undici.
    expect(getGlobalDispatcher()).toBe(nodeDispatcher)
    if (Number.parseInt(process.versions.node) >= 24)
      expect(nodeDispatcher).not.toBeInstanceOf(Agent)
  })
  afterAll(() => server.stop())

  it.for(numbered)(`over ${name}, $number: $fault → $demand`, async ({ run }) => {
    const { url: control, ports, ca } = server
    const node = { connecting, placeBefore, through }
    await run(contextOf({ sdk, control, node, secured: { ports, ca }, ...sending }))
  })
}
