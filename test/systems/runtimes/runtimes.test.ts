import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scopes } from '../../../generated/index.js'
import { markdownTable } from '../../../scripts/lib/record.js'
import { startMock } from '../../../scripts/mock/server.js'
import { mockClient } from '../../../scripts/mock/token-server.js'
import { startFarSide } from '../../network/process.js'
import { refId, secret, token } from '../../network/sent.js'
import { cases } from '../../support/cases.js'
import { inFolder } from '../../support/runs.js'
import { scratchFolder } from '../../support/scratch-folder.js'
import { needed } from '../../support/tools.js'
import { packOne } from '../package/project.js'
import { makeProject } from './project.js'
import { type Runtime, runtimes } from './runtimes.js'
import type { Found, Setting } from './scenario.js'

/** What was sent in bodies and headers, and no record may hold. */
const hidden = new Set([secret, token, refId, mockClient.secret])
const folder = scratchFolder()
let tarball: string
let setting: Setting
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  ;({ tarball } = await packOne(folder))
  const mock = await startMock({
    onRequest: ({ headers: { authorization } }, body) => {
      if (authorization !== undefined) hidden.add(authorization.replace(/^\w+ /, ''))
      hidden.add(body.toString())
    },
  })
  const faults = await startFarSide()
  ends.push(mock.stop, faults.stop)
  const { id: clientId, secret: clientSecret } = mockClient
  const known = { clientId, clientSecret, scopes, dangerouslyAllowBrowser: true }
  const credentials = { tokenUrl: mock.tokenUrl, ...known }
  setting = { baseUrl: mock.url, credentials, faults: faults.url }
})
afterAll(() => Promise.all(ends.map((end) => end())))

/** The rows of README.md, of those that were tried. */
const rows = new Map<Runtime, readonly string[]>()

/** On a push, of Node.js 20 and 22 the oldest versions alone. */
const tried = runtimes.filter(({ title }) =>
  cases(true, !/^Node\.js (?:20\.20|22\.23)/.test(title)),
)

it.concurrent.for(tried)(
  'the package makes calls and meets faults in $title',
  async (runtime, context) => {
    const trying = inFolder('runtime', (project) => tryRuntime(runtime, project))
    rows.set(runtime, [runtime.title, ...(await needed(context, trying))])
  },
)

it('README.md has what was found, as `npm run suite -- runtimes -u` writes it', async ({
  skip,
}) => {
  skip(rows.size < tried.length, 'not all runtimes were tried')
  const head = ['Runtime', 'Sends by', 'Calls and faults', 'Fetch asks for a body']
  const table = markdownTable(
    head,
    runtimes.map((runtime) => rows.get(runtime) ?? []),
  )
  const notes = runtimes.flatMap(({ notes = [] }) => notes.map((note) => `- ${note}`))
  const file = join(import.meta.dirname, 'README.md')
  const text = await readFile(file, 'utf8')
  if (tried.length < runtimes.length) {
    for (const row of rows.values()) expect(text).toContain(`| ${row.join(' | ')} |`)
    return
  }
  const [before = ''] = text.split(/^\|/m)
  await expect(`${before}${table}\n\n${notes.join('\n')}\n`).toMatchFileSnapshot(file)
})

/** The cells of its row. @throws Error with all that failed */
async function tryRuntime(runtime: Runtime, project: string): Promise<string[]> {
  const { ways, packages, readsAhead } = runtime
  await makeProject(project, [tarball, ...packages])
  const failures: string[] = []
  let tried = 0
  for (const over of ways) {
    const found = await runtime.run(project, setting, over)
    tried = found.rows.length
    failures.push(...failuresOf(runtime, found).map((failure) => `over ${over}, ${failure}`))
  }
  expect(failures).toEqual([])
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
