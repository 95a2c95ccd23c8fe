import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readOptions } from '../../../src/mock/options.js'
import { root } from '../../support/run.js'

const file = (name: string): Promise<string> =>
  readFile(`${root}/openapi/guides/examples/test-your-code/${name}`, 'utf8')

interface Compose {
  readonly services: Readonly<
    Record<string, { build: string; command: string[]; environment: Record<string, string> }>
  >
}
it('the guide on tests has a compose file whose mock takes its options and is found where the program looks', async () => {
  const { services } = parse(await file('compose.yaml')) as Compose
  const { issuer, app } = services
  expect(issuer?.build).toBe('./node_modules/stablecoin-issuer-mock')
  expect(await readOptions(issuer?.command ?? [])).toMatchObject({
    port: 4010,
    json: true,
    clients: [{ id: 'treasury', secret: 'only-for-tests' }],
  })
  expect(app?.environment).toEqual({
    ISSUER_URL: 'http://issuer:4010',
    ISSUER_TOKEN_URL: 'http://issuer:4010/oauth2/token',
    ISSUER_CLIENT: 'treasury:only-for-tests',
    ISSUER_PLAIN_HTTP: 'yes',
  })
})
