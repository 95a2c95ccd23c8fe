import { expect, it } from 'vitest'
import { exampleAnswers } from '../../generated/index.js'
import { readProvider } from '../../scripts/lib/read-provider.js'
import { type Mock, type MockOptions, startMock } from '../../scripts/mock/server.js'
import { mockClient } from '../../scripts/mock/token-server.js'
import { bearerOf, openMock } from '../service/stand-ins.js'
import { must, run, script } from '../support/run.js'

const runAgainst = ({ url, tokenUrl }: Mock, ...args: string[]) =>
  run(script('conformance', '--base-url', url, '--token-url', tokenUrl, ...args), {
    env: { CLIENT_ID: mockClient.id, CLIENT_SECRET: mockClient.secret },
  })

/** Runs the workflow against a mock that answers one operation with something else. */
async function conformance(options: MockOptions = {}) {
  const mock = await startMock(options)
  try {
    return await runAgainst(mock, '--verbose')
  } finally {
    await mock.stop()
  }
}

it('npm run conformance passes every step against the mock, and prints no secret and no token', async () => {
  const { code, stdout } = await conformance()
  expect(stdout).toMatch(/Steps: 29 passed, (\d+ ignored, )?29 total/)
  expect(code).toBe(0)
  expect(stdout).not.toContain('reading of the document')
  expect(stdout).not.toContain('report.json') // it is gone
  expect(stdout).not.toContain(mockClient.secret)
  expect(stdout).toContain('"access_token": "********"')
  expect(stdout).not.toMatch(/Bearer (?!\*{8})/)
})

it.each<[string, object, RegExp]>([
  ['money that is a JSON number', { price: 4000.1 }, /schema check[\s\S]*price[\s\S]*string/],
  [
    'an answer that contradicts a reading of the document',
    { fee: '5.00 USD' },
    /reading of the document: Amounts are decimal strings: quoteInDecimals was answered 200\./,
  ],
])('npm run conformance reports %s', async (_, changed, said) => {
  const text = JSON.stringify({
    ...(exampleAnswers['createIssuerQuote']?.base as object),
    ...changed,
  })
  const { code, stdout } = await conformance({
    faults: { createIssuerQuote: { status: 200, text } },
  })
  expect(stdout).toMatch(said)
  expect(code).toBe(1)
})

it('npm run conformance -- --provider passes against the mock, and reports what is not as the overlay says', async () => {
  const folder = 'test/fixtures/issuer'
  const mock = await startMock(await readProvider(folder))
  const tryOverlay = () => runAgainst(mock, '--provider', folder, '--set', 'profile_id=treasury')
  try {
    const { code, stdout } = await tryOverlay()
    expect(stdout).toMatch(/^listConversions showed it \d+ ms after its answer/m)
    expect(code).toBe(0)
    // The list has what both runs made.
    expect((await tryOverlay()).stdout).toContain('listConversions gave two pages')
    mock.next('createStablecoinConversion', { status: 422 })
    const { code: failed, stdout: problem } = await tryOverlay()
    expect(problem).toMatch(/not as the overlay says: createStablecoinConversion: POST \S+: 422/)
    expect(failed).toBe(1)
  } finally {
    await mock.stop()
  }
})

it('the workflow in the folder of a provider passes against its mock', async () => {
  const folder = 'test/fixtures/issuer'
  const { options, stop } = await openMock(await readProvider(folder))
  const { baseUrl } = options()
  try {
    const [access_token, reference, unused] = [await bearerOf(options()), 'r-1', 'r-2']
    const inputs = JSON.stringify({
      access_token: access_token.slice('Bearer '.length),
      reference,
      unused,
    })
    const workflow = `${folder}/conformance.arazzo.yaml`
    const command = [
      'node_modules/.bin/redocly',
      'respect',
      workflow,
      '--server',
      `service=${baseUrl}`,
    ]
    const { stdout } = await must(command, { env: { REDOCLY_CLI_RESPECT_INPUT: inputs } })
    expect(stdout).toMatch(/Steps: 4 passed, 4 total/)
  } finally {
    await stop()
  }
})
