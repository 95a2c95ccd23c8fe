import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Running } from '../../scripts/lib/running.js'
import { type Mock, startMock } from '../../src/mock/server.js'
import { mockClient } from '../../src/mock/token-server.js'
import {
  contradicting,
  type Departure,
  departures,
  startDeparting,
} from '../support/departing-server.js'
import { type Result, run, script } from '../support/run.js'

let mock: Mock
const running: Running[] = []
beforeAll(async () => {
  mock = await startMock()
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})
afterAll(() => mock.stop())

function conformance(baseUrl: string, ...more: string[]): Promise<Result> {
  const addresses = ['--base-url', baseUrl, '--token-url', mock.tokenUrl]
  const env = { CLIENT_ID: mockClient.id, CLIENT_SECRET: mockClient.secret }
  return run(script('conformance', ...addresses, ...more), { env })
}

async function departing(departure: Departure): Promise<string> {
  const server = await startDeparting(mock, departure)
  running.push(server)
  return server.url
}

it('npm run conformance passes every step against the mock, and prints no secret and no token', async () => {
  const { code, stdout } = await conformance(mock.url, '--verbose')
  expect(stdout).toMatch(/Steps: 29 passed, (\d+ ignored, )?29 total/)
  expect(code).toBe(0)
  expect(stdout).not.toContain('reading of the document')
  expect(stdout).not.toContain(mockClient.secret)
  expect(stdout).toContain('"access_token": "********"')
  expect(stdout).not.toMatch(/Bearer (?!\*{8})/)
})

it.each(departures)('npm run conformance reports $name', async (departure) => {
  const { code, stdout } = await conformance(await departing(departure))
  expect(stdout).toMatch(departure.byWorkflow)
  expect(code).toBe(1)
})

it.each(contradicting)(
  'npm run conformance says which reading is contradicted by $name',
  async (departure) => {
    const { code, stdout } = await conformance(await departing(departure))
    expect(stdout).toMatch(departure.byWorkflow)
    expect(stdout.match(/reading of the document/g)).toHaveLength(1)
    expect(code).toBe(1)
  },
)

it('npm run conformance says of no reading that it is contradicted where nothing answers', async () => {
  const { code, stdout } = await conformance('http://127.0.0.1:1')
  expect(stdout).not.toContain('reading of the document')
  expect(code).toBe(1)
})

it('npm run conformance says in one sentence what it needs', async () => {
  const env = { CLIENT_ID: '', CLIENT_SECRET: '' }
  const nothing = await run(script('conformance'), { env })
  expect(nothing).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Give the .*\n$/) as string,
  })
  const secretless = await run(
    script('conformance', '--base-url', 'https://a.example', '--token-url', 'https://b.example'),
    { env },
  )
  expect(secretless.stderr).toMatch(/^Set CLIENT_ID and CLIENT_SECRET .*\n$/)
})
