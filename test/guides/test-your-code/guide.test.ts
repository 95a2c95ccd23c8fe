import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { connect } from '../../../openapi/guides/examples/test-your-code/connect.js'
import { readOptions } from '../../../src/mock/options.js'

interface Compose {
  readonly services: Readonly<
    Record<string, { command: string[]; environment: Record<string, string> }>
  >
}

it('the guide on tests has a compose file whose mock takes its options, and whose program may call it over plain http', async () => {
  const text = await readFile('openapi/guides/examples/test-your-code/compose.yaml', 'utf8')
  const { issuer, app } = (parse(text) as Compose).services
  const clients = [{ id: 'treasury', secret: 'only-for-tests' }]
  expect(await readOptions(issuer?.command ?? [])).toMatchObject({
    port: 4010,
    json: true,
    clients,
  })
  const { ISSUER_PLAIN_HTTP, ...others } = app?.environment ?? {}
  expect(() => connect(others)).toThrow('https')
  expect(connect({ ...others, ISSUER_PLAIN_HTTP })).toHaveProperty('createIssuerQuote')
})
