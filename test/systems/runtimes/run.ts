/**
 * Packs the package, installs it in an empty project, and runs one scenario with it in each runtime. Words choose
 * runtimes by their titles; `--write` keeps the table in test/systems/runtimes/README.md.
 */
import { scopes } from '../../../generated/index.js'
import { recordIn } from '../../../scripts/lib/record.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { startFarSide } from '../../network/process.js'
import { refId, secret, token } from '../../network/sent.js'
import { inFolder } from '../../support/runs.js'
import { type Trial, trialsTable, tryAll } from '../../support/trials.js'
import { packOne } from '../package/project.js'
import { makeProject } from './project.js'
import { type Runtime, runtimes } from './runtimes.js'
import type { Found, Setting } from './scenario.js'

const words = process.argv.slice(2)
/** What was sent in bodies and headers, and no record may hold. */
const hidden = new Set([secret, token, refId, mockClient.secret])
const [mock, faults] = await Promise.all([
  startMock({
    onRequest: ({ headers: { authorization } }, body) => {
      if (authorization !== undefined) hidden.add(authorization.replace(/^\w+ /, ''))
      hidden.add(body.toString())
    },
  }),
  startFarSide(),
])
const { id: clientId, secret: clientSecret } = mockClient
const known = { clientId, clientSecret, scopes, dangerouslyAllowBrowser: true }
const credentials = { tokenUrl: mock.tokenUrl, ...known }
const setting: Setting = { baseUrl: mock.url, credentials, faults: faults.url }
try {
  const { tried, isWhole } = await inFolder('runtimes', tryRuntimes)
  const notes = runtimes.flatMap(({ notes = [] }) => notes.map((note) => `- ${note}`))
  const head = ['Runtime', 'Sends by', 'Calls and faults', 'Fetch asks for a body']
  const table = [trialsTable(head, tried), '', ...notes].join('\n')
  console.log(`\n${table}`)
  const command = 'npm run suite -- runtimes --write'
  const record = recordIn('test/systems/runtimes/README.md', 'runtimes', command)
  if (words.includes('--write') && isWhole) await record.keep(table)
} finally {
  await Promise.all([mock.stop(), faults.stop()])
}

async function tryRuntimes(folder: string) {
  const { tarball } = await packOne(folder)
  const chosen = words.filter((word) => word !== '--write')
  const trials = runtimes.map((runtime): Trial => ({
    title: runtime.title,
    run: () => inFolder('runtime', (project) => tryRuntime(runtime, tarball, project)),
  }))
  // Two at a time: each waits most of the time.
  return tryAll(trials, chosen)
}

/** The cells of its row. @throws Error with all that failed */
async function tryRuntime(runtime: Runtime, tarball: string, project: string): Promise<string[]> {
  const { ways, packages, readsAhead } = runtime
  await makeProject(project, [tarball, ...packages])
  const failures: string[] = []
  let tried = 0
  for (const over of ways) {
    const found = await runtime.run(project, setting, over)
    tried = found.rows.length
    failures.push(...failuresOf(runtime, found).map((failure) => `over ${over}, ${failure}`))
  }
  if (failures.length > 0) throw new Error(failures.join('\n  '))
  const senders = ways.map((way) => packages.find((one) => one.startsWith(`${way}@`)) ?? way)
  return [senders.join(', '), String(tried), readsAhead ? 'always' : 'once it sends']
}

function failuresOf({ isWatched, readsAhead = false }: Runtime, found: Found): string[] {
  const failures = found.rows.flatMap(({ name, failure }) =>
    failure === undefined ? [] : [`${name}: ${failure}`],
  )
  if (found.readsAhead !== readsAhead) failures.push(`asks ahead: ${found.readsAhead}`)
  if (!isWatched) return failures
  const { recorded = '' } = found
  const spans = recorded.split(`"url.full":"${setting.baseUrl}/`).length - 1
  if (spans !== 4) failures.push(`of a token request and 3 attempts it records ${spans}`)
  const leaked = [...hidden].filter((text) => text !== '' && recorded.includes(text))
  return [...failures, ...leaked.map((text) => `it records ${text}`)]
}
