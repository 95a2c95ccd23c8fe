import { expect, it } from 'vitest'
import { exampleAnswers } from '../../generated/index.js'
import { startMock } from '../../src/mock/server.js'
import { mockClient } from '../../src/mock/token-server.js'
import { run, script } from '../support/run.js'

/** Runs the workflow against a mock that answers one operation with something else. */
async function conformance(faults: Parameters<typeof startMock>[0] = {}) {
  const mock = await startMock(faults)
  const addresses = ['--base-url', mock.url, '--token-url', mock.tokenUrl]
  const env = { CLIENT_ID: mockClient.id, CLIENT_SECRET: mockClient.secret }
  try {
    return await run(script('conformance', ...addresses, '--verbose'), { env })
  } finally {
    await mock.stop()
  }
}

it('npm run conformance passes every step against the mock, and prints no secret and no token', async () => {
  const { code, stdout } = await conformance()
  expect(stdout).toMatch(/Steps: 29 passed, (\d+ ignored, )?29 total/)
  expect(code).toBe(0)
  expect(stdout).not.toContain('reading of the document')
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
