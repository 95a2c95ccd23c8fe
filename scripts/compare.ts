/**
 * Makes one conversion by each client into each fault, and compares what the client says of it with the log of the server.
 * `--only fetch,axios` chooses clients, `--show` prints each cell in place of the tables, `--twice` has to find each cell
 * again in a second run, and `--write` puts the tables into the guide. It fails where a control passes, or a client is
 * wrong where nothing fails.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tlsPorts } from '../test/network/connections.js'
import { startFarSide } from '../test/network/process.js'
import { makeCertificates } from '../test/support/certificates.js'
import { endChild, hasGroups, keepChild } from '../test/support/children.js'
import { inFolder } from '../test/support/runs.js'
import { faults, sound } from './compare/faults.js'
import { controls, isSound, judge, passed, type Played, sentenceOf } from './compare/judge.js'
import type { Task } from './compare/play.js'
import { namesOfClients, prepare, versions } from './compare/prepare.js'
import { clientTable, faultTable } from './compare/table.js'
import { recordIn, today } from './lib/record.js'

import './lib/plain-errors.js'

const boolean = { type: 'boolean', default: false } as const
const { only, show, twice, write } = parseArgs({
  options: { only: { type: 'string' }, show: boolean, twice: boolean, write: boolean },
}).values
if (write && only !== undefined) throw new Error('--write needs all clients: leave out --only.')
const names = [...(only?.split(',') ?? (await namesOfClients())), ...controls]

const [first, again] = await inFolder('compare', async (folder) => {
  const certificates = await makeCertificates(folder)
  const execPath = await prepare(folder)
  const { url, ports, stop } = await startFarSide(tlsPorts(certificates))
  // A proxy of this machine would stand between a client and its fault.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/_proxy$|^NODE_OPTIONS$/i.test(name),
  )
  const { authority: NODE_EXTRA_CA_CERTS } = certificates
  const env = { ...Object.fromEntries(inherited), NODE_EXTRA_CA_CERTS }
  const run = async (): Promise<Played[]> => {
    const task = JSON.stringify({ names, url, ports } satisfies Task)
    const options = { execPath, execArgv: [], env, detached: hasGroups }
    const child = keepChild(fork(join(folder, 'play.mjs'), [task], options))
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The clients ended.')))
    const told = once(child, 'message') as Promise<[Played[]]>
    const [played] = await Promise.race([told, ended]).finally(() => endChild(child))
    return played
  }
  try {
    return [await run(), twice ? await run() : []]
  } finally {
    await stop()
  }
})

const all = first.map(judge)
const problems = all
  .filter((cell) => sound.includes(cell.fault) && !isSound(cell))
  .map((cell) => `It does not work: ${sentenceOf(cell)}.`)
const cells = all.filter(({ fault }) => faults.includes(fault))
problems.push(...passed(faults, cells))
for (const one of again.map(judge)) {
  const { row, fault, said, done } = one
  const same = all.find((cell) => cell.row === row && cell.fault === fault)
  if (same?.said !== said || same.done !== done)
    problems.push(`In the second run alone: ${sentenceOf(one)}.`)
}
const shown = cells.filter(({ row }) => !controls.includes(row))
const tables = `${clientTable(cells)}\n\n${faultTable(faults, shown)}`
console.log(show ? shown.map(sentenceOf).join('\n') : tables)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else if (write) {
  const text = `On ${today()}, with ${versions}.\n\n${tables}`
  await recordIn('openapi/guides/compared.md', 'compare').keep(text)
}
