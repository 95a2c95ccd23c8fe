import { expect, it } from 'vitest'
import { programs } from '../support/readme.js'
import { problemsOf } from './compiler.js'

/** A program that puts an address. */
const put = (body: string): string => `import { createClient } from '../../src/index.js'
const client = createClient({ baseUrl: 'https://api.example.com', auth: 'token' })
client.putCryptoDestinationAddress(${body})
`

const [one, other] = ['CryptoDestinationAddressById', 'CryptoDestinationAddressByNetworkAddress']
it.each([
  [
    'that an address does not go with an id',
    "{ id: 'a', address: '0x1' }",
    /'address' are incompatible\. Type '"0x1"' is not assignable to type 'NotTogetherWith\.id'\.$/,
  ],
  [
    'what is missing where no address is identified',
    "{ nickname: 'x' }",
    new RegExp(`of type '${one} \\| ${other}'\\. .* missing .*: crypto_network, address$`),
  ],
  [
    'how a network is written',
    "{ crypto_network: 'Base', address: 'D1' }",
    /^Type '"Base"' is not assignable to type 'CryptoNetwork'\. Did you mean '"BASE"'\?$/,
  ],
])('the compiler says in words %s', (_, body, sentence) =>
  expect(problemsOf(put(body))).toEqual([expect.stringMatching(sentence)]),
)

it.each(Object.entries(programs))(
  "the README's program compiles, and a number as the amount is refused: %s",
  (_, text) => {
    const program = text.replace('./acme/', '../fixtures/acme/')
    // The types of Node.js 20, which are installed here, lack that module.
    const isOther = (problem: string): boolean => !problem.includes("'node:sqlite'")
    const problems = (code: string): string[] => problemsOf(code).filter(isOther)
    expect(problems(program)).toEqual([])
    expect(problems(program.replace("'1250.50'", '1250.5'))).toEqual([
      "Type 'number' is not assignable to type 'string'.",
    ])
  },
)
