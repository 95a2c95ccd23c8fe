import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { operations } from '../../generated/index.js'
import { createClient } from '../../src/index.js'
import { declarationsOf, entries, isFrame, placeOf } from '../support/declarations.js'
import { caret, Editor } from '../support/editor.js'
import { acmeFolder } from '../support/provider/acme.js'
import { programs } from '../support/readme.js'
import { root } from '../support/run.js'

const editor = new Editor()

/** A text with a client in it. */
const withClient = (line: string): string => `import { createClient } from '../../src/index.js'
const client = createClient({ baseUrl: 'https://api.example.com', auth: 'token' })
declare const stored: { id: string; address: string }
declare const network: string
export {}
${line}
`
const put = (body: string): string => withClient(`client.putCryptoDestinationAddress(${body})`)
const networks = ['BITCOIN', 'ETHEREUM', 'SOLANA', 'BASE', 'XLAYER']

const [one, other] = ['CryptoDestinationAddressById', 'CryptoDestinationAddressByNetworkAddress']
it.each([
  [
    'that a network and an address do not go with an id',
    "{ id: 'a', crypto_network: 'BASE', address: '0x1' }",
    /'address' are incompatible\. Type '"0x1"' is not assignable to type 'NotTogetherWith\.id'\.$/,
  ],
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
  ['between what there is to choose', '{}', new RegExp(`of type '${one} \\| ${other}'\\.$`)],
  [
    'what is missing where no address is identified',
    "{ nickname: 'x' }",
    new RegExp(`of type '${one} \\| ${other}'\\. .* missing .*: crypto_network, address$`),
  ],
  ['that the address is missing', "{ crypto_network: 'BASE' }", /Property 'address' is missing/],
  ['that the network is missing', "{ address: '0x1' }", /Property 'crypto_network' is missing/],
  ['what a misspelt field is called', "{ id: 'a', nicknme: 'x' }", /Did you mean .* 'nickname'\?$/],
  [
    'what a misspelt identification is called',
    "{ crypto_netwrk: 'BASE', address: '0x1' }",
    /Did you mean .* 'crypto_network'\?$/,
  ],
  [
    'that there is no such network',
    "{ crypto_network: 'DOGECOIN', address: 'D1' }",
    /^Type '"DOGECOIN"' is not assignable to type 'CryptoNetwork'\.$/,
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
  ['what type an id has', '{ id: 7 }', /^Type 'number' is not assignable to type 'string'\.$/],
])('the compiler says in words %s', (_, body, sentence) =>
  expect(editor.open(put(body)).problems()).toEqual([expect.stringMatching(sentence)]),
)

const misplaced = ['agent', 'dispatcher', 'proxy', 'logger', 'retries', 'apiKey', 'idempotencyKey']
it.each(misplaced)(
  'the compiler says of the option %s of other clients what the client says when it runs',
  (name) => {
    const options = { baseUrl: 'https://api.example.com', auth: 't', [name]: {} }
    let sentence = ''
    try {
      createClient(options)
    } catch (error) {
      sentence = String(error)
    }
    const [, place = ''] = /there is no option \w+ \((.*?)\), only /.exec(sentence) ?? []
    expect(place).toMatch(/^(?:see|it goes into) /)
    const said = [`Type 'number' is not assignable to type '"${place}"'.`]
    const made = withClient(`createClient({ baseUrl: 'a', auth: 'b', ${name}: 1 })`)
    expect(editor.open(made).problems()).toEqual(said)
    expect(editor.open(put(`{ id: 'a' }, { ${name}: 1 }`)).problems()).toEqual(said)
  },
)

it('an editor says on hover of a signal that the outcome may be unknown', () => {
  editor.open(put("{ id: 'a' }, { signal: AbortSignal.abort() }"))
  expect(editor.hover('signal')).toContain('`unknown`')
})

/** A program beside a provider's folder. */
const withProvider = async (): Promise<string> => {
  const text = readFileSync(join(root, 'test/consumer/provider.mts'), 'utf8')
  const folder = relative(join(root, 'test/consumer'), await acmeFolder())
  return text.replace('./acme', folder)
}

it("the compiler takes what a provider's folder has by every way in, and nothing else", async () => {
  const text = await withProvider()
  expect(editor.open(text).problems()).toEqual([])
  // Each mistake is one that the compiler would name.
  const wrong = editor.open(text.replaceAll('@ts-expect-error', '')).problems()
  expect(wrong).toHaveLength(text.split('@ts-expect-error').length - 1)
  expect(wrong).toContainEqual(expect.stringMatching(/Did you mean to write 'ref_id'\?$/))
})

it("an editor shows on hover what a provider's overlay says of a field", async () => {
  editor.open(await withProvider())
  expect(editor.hover('purpose')).toBe('What the parcel is for.')
})

const complete = (text: string): string[] => editor.open(text).completions()

it('an editor completes the methods of a client', () =>
  expect(complete(withClient(`client.${caret}`))).toEqual(Object.keys(operations).sort()))

it('an editor completes the fields of a body, those of each alternative', () => {
  const all = ['address', 'bookmarked_status', 'crypto_network', 'id', 'nickname']
  expect(complete(put(`{ ${caret} }`))).toEqual([...all, 'travelrule_metadata'])
})

it.each([`'${caret}'`, `'${caret}', address: '0x1'`, caret])(
  'an editor completes the networks at %s',
  (value) => {
    const found = complete(put(`{ crypto_network: ${value} }`))
    expect(found).toEqual(expect.arrayContaining(networks))
    expect(found).toHaveLength(11)
  },
)

it('an editor completes the known networks where an answer is compared', () => {
  const found = complete(
    withClient(
      `const { address } = await client.putCryptoDestinationAddress({ id: 'a' })
export const isBase = address.crypto_network === '${caret}'`,
    ),
  )
  expect(found).toEqual(expect.arrayContaining(networks))
})

it('an editor completes the options of a client and of a call', () => {
  const made = `import { createClient } from '../../src/index.js'\ncreateClient({ ${caret} })`
  expect(complete(made)).toEqual(expect.arrayContaining(['auth', 'baseUrl', 'onEvent']))
  const called = complete(put(`{ id: 'a' }, { ${caret} }`))
  expect(called).toEqual(expect.arrayContaining(['signal', 'timeout', 'maxRetries']))
})

it.each(entries)('an editor shows on hover a text for each name and property of %s', (entry) => {
  editor.open(`import '../../${entry.replace(/ts$/, 'js')}'`)
  const found = [...declarationsOf(editor.program, entry)]
  const silent = found.filter(([node, name]) => {
    const { fileName } = node.getSourceFile()
    return !isFrame(node, name) && editor.hoverAt(fileName, placeOf(node)) === ''
  })
  // With no declaration found, no missing text would be noticed.
  expect(found.length).toBeGreaterThan(1)
  expect(
    silent.map(([node, name]) => `${name} in ${relative(root, node.getSourceFile().fileName)}`),
  ).toEqual([])
})

it('an editor shows on hover what the document says, of methods and of fields', () => {
  const text = `import type { Client, IssuerQuote } from '../../src/index.js'
export const take = (client: Client) => client.createIssuerQuote
export const read = (quote: IssuerQuote) => quote.quote_amount
`
  editor.open(text)
  expect(editor.hover('createIssuerQuote')).toMatch(
    /a held quote .*expires at `expires_at`.*exchange:write_issuer_quote/s,
  )
  expect(editor.hover('quote_amount')).toContain('excluding fees')
})

it.each(Object.entries(programs))(
  "the README's program compiles, and a number as the amount is refused in the words that it says: %s",
  (_, text) => {
    const program = text.replace('./acme/', '../fixtures/acme/')
    // The types of Node.js 20, which are installed here, lack that module.
    const isOther = (problem: string): boolean => !problem.includes("'node:sqlite'")
    const problems = (code: string): string[] => editor.open(code).problems().filter(isOther)
    expect(problems(program)).toEqual([])
    const [, words] = /1250\.5: (Type .*)$/m.exec(text) ?? []
    expect(problems(program.replace("'1250.50'", '1250.5'))).toEqual([words])
  },
)
