import { expect, it } from 'vitest'
import { programs } from '../support/readme.js'
import { problemsOf } from './compiler.js'

/** A text with a client in it. */
const withClient = (line: string): string => `import { createClient } from '../../src/index.js'
const client = createClient({ baseUrl: 'https://api.example.com', auth: 'token' })
declare const stored: { id: string; address: string }
declare const network: string
export {}
${line}
`
const put = (body: string): string => withClient(`client.putCryptoDestinationAddress(${body})`)

const [one, other] = ['CryptoDestinationAddressById', 'CryptoDestinationAddressByNetworkAddress']
it.each([
  [
    'that an address does not go with an id',
    "{ id: 'a', address: '0x1' }",
    /'address' are incompatible\. Type '"0x1"' is not assignable to type 'NotTogetherWith\.id'\.$/,
  ],
  [
    'the same of what was stored elsewhere',
    'stored',
    /'address' are incompatible\. Type 'string' is not assignable to type 'NotTogetherWith\.id'\.$/,
  ],
  [
    'that an id does not go with a network and an address',
    "{ crypto_network: 'BASE', address: '0x1', id: network }",
    /'id' are incompatible\. Type 'string' is not assignable to type 'NotTogetherWith\.crypto_network_and_address'\.$/,
  ],
  [
    'what is missing where no address is identified',
    "{ nickname: 'x' }",
    new RegExp(`of type '${one} \\| ${other}'\\. .* missing .*: crypto_network, address$`),
  ],
  ['that the address is missing', "{ crypto_network: 'BASE' }", /Property 'address' is missing/],
  ['what a misspelt field is called', "{ id: 'a', nicknme: 'x' }", /Did you mean .* 'nickname'\?$/],
  [
    'what a misspelt identification is called',
    "{ crypto_netwrk: 'BASE', address: '0x1' }",
    /Did you mean .* 'crypto_network'\?$/,
  ],
  [
    'what a network is where it is any text',
    "{ crypto_network: network, address: 'D1' }",
    /^Type 'string' is not assignable to type 'CryptoNetwork'\.$/,
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
