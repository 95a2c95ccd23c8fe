/**
 * Makes one conversion by each client into each fault, and compares what the client says of it with the log of the server.
 * It fails where a control passes, a client is wrong where nothing fails, or the guide has other tables or another
 * picture, which `--write` puts into it. `--only fetch,axios` chooses clients, and prints each cell in place of the tables.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tlsPorts } from '../test/network/connections.js'
import { startFarSide } from '../test/network/process.js'
import { makeCertificates } from '../test/support/certificates.js'
import { endChild, hasGroups, keepChild } from '../test/support/run.js'
import { inFolder } from '../test/support/runs.js'
import { type Fault, faults, sound } from './compare/faults.js'
import type { Task } from './compare/play.js'
import { plot } from './compare/plot.js'
import { namesOfClients, prepare, versions } from './compare/prepare.js'
import { clientTable, faultTable } from './compare/table.js'
import { type Cell, controls, isSound, passed, sentenceOf } from './compare/verify.js'
import { recordIn, today } from './lib/record.js'
import { step } from './lib/step.js'

import './lib/plain-errors.js'

const options = { only: { type: 'string' }, write: { type: 'boolean', default: false } } as const
const { only, write } = parseArgs({ options }).values
if (write && only !== undefined) throw new Error('--write needs all clients: leave out --only.')
const names = [...(only?.split(',') ?? (await namesOfClients())), ...controls]

step('Making the clients')
const all = await inFolder('compare', async (folder) => {
  const certificates = await makeCertificates(folder)
  const execPath = await prepare(folder)
  const { url, ports, stop } = await startFarSide(tlsPorts(certificates))
  // A proxy of this machine would stand between a client and its fault.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/_proxy$|^NODE_OPTIONS$/i.test(name),
  )
  const env = { ...Object.fromEntries(inherited), NODE_EXTRA_CA_CERTS: certificates.authority }
  const task = JSON.stringify({ names, url, ports } satisfies Task)
  const child = keepChild(
    fork(join(folder, 'play.mjs'), [task], { execPath, execArgv: [], env, detached: hasGroups }),
  )
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The clients ended.')))
  const message = once(child, 'message') as Promise<[Cell[]]>
  try {
    const [cells] = await Promise.race([message, ended])
    return cells
  } finally {
    endChild(child)
    await stop()
  }
})

const isOf = (some: readonly Fault[]) => (cell: Cell) =>
  some.some(({ name }) => name === cell.fault.name)
const problems = all
  .filter(isOf(sound))
  .filter((cell) => !isSound(cell))
  .map((cell) => `It does not work: ${sentenceOf(cell)}.`)
const cells = all.filter(isOf(faults))
problems.push(...passed(faults, cells))
const shown = cells.filter(({ row }) => !controls.includes(row))
const tables = `${clientTable(shown)}\n\n${faultTable(faults)}`
console.log(only === undefined ? tables : shown.map(sentenceOf).join('\n'))
const guide = recordIn('openapi/guides/compared.md', 'compare')
const picture = 'openapi/guides/compared.svg'
const drawn = plot(faults, shown)
if (only === undefined && !write) {
  if (!(await guide.kept()).endsWith(tables)) problems.push('The guide has other tables.')
  if ((await readFile(picture, 'utf8')) !== drawn) problems.push('The guide has another picture.')
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else if (write) {
  await guide.keep(`On ${today()}, with ${versions}.\n\n${tables}`)
  await writeFile(picture, drawn)
}
