import { expect, it } from 'vitest'
import { fakeIssuer } from '../../../src/testing.js'
import { register, unlisted } from './unlisted.js'

it("the guide's field and value that the document lacks reach the issuer", async () => {
  const issuer = fakeIssuer({ unlisted })
  await register(issuer.options, 'T1', 'Acme')
  expect(issuer.requests.map(({ body }) => body)).toEqual([
    {
      crypto_network: 'TRON',
      address: 'T1',
      travelrule_metadata: { vasp: { custom_vasp_name: 'Acme' } },
    },
  ])
})
