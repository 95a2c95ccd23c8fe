import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { overlayCommand, type Source } from '../../scripts/overlay/command.js'
import type { ProviderData } from '../../scripts/overlay/kept.js'
import { sourceOf } from '../../scripts/overlay/source.js'
import { baseDocument } from '../support/base-document.js'
import { scratchFolder } from '../support/scratch-folder.js'

const folder = scratchFolder()
const acme = 'openapi/guides/examples/your-provider/acme.overlay.yaml'
const [other, out] = [join(folder, 'other.yaml'), join(folder, 'out')]

let source: Source
beforeAll(async () => {
  source = await sourceOf(baseDocument(), 'npx stablecoin-issuer-overlay')
})

/** What the command prints, or the sentence with which it fails. */
async function overlay(...args: string[]): Promise<string> {
  const lines: string[] = []
  const readSource = () => Promise.resolve(source)
  await overlayCommand(args, readSource, (line) => lines.push(line)).catch((error: unknown) =>
    lines.push(`! ${(error as Error).message}`),
  )
  return lines.join('\n').replaceAll(`${folder}/`, '')
}

/** Writes an overlay with these actions from its fourth line on. */
const write = (actions: string, more = '') =>
  writeFileSync(
    other,
    `overlay: 1.1.0\ninfo: { title: Other, version: 1.0.0 }\nactions:\n${actions}\n${more}`,
  )

test('the command writes a folder and says what changed', async () => {
  expect(await overlay(acme, '--out', out)).toBe(`Changed:
  PUT /v2/transfer/crypto-destination-address (putCryptoDestinationAddress)
    request: crypto_network (ACME_CHAIN); travelrule_metadata.vasp.name; nickname (required)
    answer: address.crypto_network (ACME_CHAIN); address.status (PENDING, APPROVED, REFUSED)
  POST /v2/conversion/stablecoins (createStablecoinConversion)
    look-up: none → searchConversions by ref_id
    repeat: none → under the same ref_id for 24 hours; a repeat gets the first answer
    answer: fee
    refusals with a documented body: 422
  POST /v2/issuer-quote (createIssuerQuote)
    repeat: none → under the same header idempotency-key for 1 hour; a repeat gets 409
  GET /v2/acme/conversions/{id} (readConversion): new
    scopes: conversion:write_conversion_stablecoin, acme:read
    identifier: id
  GET /v2/acme/conversions (searchConversions): new
  POST /v2/acme/conversions/{id}/stop (stopConversion): new
    reference: none: a journal does not record it
  new scopes: acme:read
Sent again after \`unknown\`, as your provider promises:
  createStablecoinConversion: under the same ref_id for 24 hours; a repeat gets the first answer
  createIssuerQuote: under the same header idempotency-key for 1 hour; a repeat gets 409
  readConversion: as a GET may be
  searchConversions: as a GET may be
Written into out: index.ts, schemas.ts, types.ts, openapi.yaml, openapi.json, provider.json`)
})

test('--check passes for that folder, and then names what is stale and the command to run', async () => {
  expect(await overlay(acme, '--out', out, '--check')).toBe(`out is what ${acme} gives.`)
  writeFileSync(join(out, 'index.ts'), `${readFileSync(join(out, 'index.ts'), 'utf8')}\n`)
  expect(await overlay(acme, '--out', out, '--js', '--check')).toBe(
    `! out is not what ${acme} gives: index.js, index.d.ts, schemas.d.ts, types.d.ts, package.json, index.ts, schemas.ts, types.ts. Run: npx stablecoin-issuer-overlay ${acme} --out out --js`,
  )
})

test('--js writes JavaScript with declarations and removes the modules of TypeScript', async () => {
  await overlay(acme, '--out', out, '--js')
  const modules = ['index.d.ts', 'index.js', 'schemas.d.ts', 'types.d.ts']
  const data = ['openapi.json', 'openapi.yaml', 'package.json', 'provider.json']
  expect(readdirSync(out).sort()).toEqual([...modules, ...data].sort())
  for (const name of modules)
    expect(readFileSync(join(out, name), 'utf8')).toMatch(
      /^\/\/ Made by stablecoin-issuer-overlay from acme/,
    )
  const { provider } = (await import(join(out, 'index.js'))) as { provider: ProviderData }
  expect(Object.keys(provider.operations)).toHaveLength(6)
})

/** The texts of the files in a folder. */
const textsIn = (place: string) =>
  readdirSync(place).map((name) => readFileSync(join(place, name), 'utf8'))

const conversions = "$.paths['/v2/conversion/stablecoins']"
const moved = `  - { target: $.paths, update: { /v3/conversions: {} } }
  - { target: "$.paths['/v3/conversions']", copy: "${conversions}" }
  - { target: "${conversions}", remove: true }
  - { target: "$.paths['/v3/conversions']", update: { put: {} } }
  - { target: "$.paths['/v3/conversions'].put", copy: "$.paths['/v3/conversions'].post" }
  - { target: "$.paths['/v3/conversions'].post", remove: true }`
const asked = '$.components.schemas.CreateStablecoinConversionRequest'

test.each<[changed: string, actions: string, lines: string[]]>([
  [
    'method and path',
    `${moved}
  - { target: "$.paths['/v3/conversions'].put", update: { x-idempotency: { repeated: never } } }`,
    [
      '  PUT /v3/conversions (createStablecoinConversion)',
      '    method: POST → PUT',
      '    path: /v2/conversion/stablecoins → /v3/conversions',
    ],
  ],
  [
    'operationId, scopes, reference, identifier, repeat and its lifetime, and what else is said of it',
    `  - { target: ${asked}.properties.ref_id, remove: true }
  - { target: ${asked}, update: { additionalProperties: true, properties: { order: { type: string, x-client-reference: true } } } }
  - { target: $.components.schemas.StablecoinConversion.properties.id, update: { x-service-identifier: false } }
  - { target: $.components.schemas.StablecoinConversion.properties.status, update: { x-service-identifier: true } }
  - { target: "${conversions}.post.security", remove: true }
  - target: ${conversions}.post
    update: { operationId: convert, deprecated: true, x-idempotency: { key: order, repeated: 409, lifetime: PT30M } }`,
    [
      '  POST /v2/conversion/stablecoins (convert)',
      '    operationId: createStablecoinConversion → convert',
      '    scopes: conversion:write_conversion_stablecoin → none',
      '    reference: ref_id → order',
      '    identifier: id → status',
      '    repeat: none → under the same order for 30 minutes; a repeat gets 409',
      '    fields that are not listed: none → sent',
      '    request: the whole (additionalProperties true); order; no ref_id',
      '  paths./v2/conversion/stablecoins.post.security: [{"oauth2":["conversion:write_conversion_stablecoin"]}] → none',
      '  paths./v2/conversion/stablecoins.post.deprecated: none → true',
    ],
  ],
  [
    'look-up',
    `  - { target: $.components.schemas, update: { State: { type: string, default: DONE } } }
  - target: $.paths
    update:
      "/v2/find\\e/{view}":
        get:
          operationId: find
          parameters:
            - { name: view, in: path, required: true, schema: { type: string } }
            - { name: X-Ref, in: header, schema: { type: string, maxLength: 9 } }
            - { name: stage, in: query, schema: { allOf: [{ $ref: '#/components/schemas/State' }] } }
            - { name: env, in: query, schema: { type: string, const: live } }
            - { name: limit, in: query, schema: { type: integer, default: 50 } }
            - { name: page, in: query, schema: { type: integer, default: 1 } }
          responses:
            '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/StablecoinConversion' } } } }
            '404':
              description: None.
              content: { application/json: { schema: { type: object, required: [code], properties: { code: { enum: [NO_ORDER, NO_TRADE] } } } } }
      /v2/find/{id}/end:
        post:
          operationId: end
          parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
          responses:
            '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/StablecoinConversion' } } } }
  - target: ${conversions}.post.responses['200']
    update: { links: { lookUp: { operationId: find, parameters: { X-Ref: $request.body#/ref_id, view: "a\\u202Eb" } } } }`,
    [
      '    look-up: none → find by header X-Ref, which is ref_id (maxLength 9), which finds only those with view = "a\\u{202e}b" and stage = DONE, its default and env = live, its only value; its 404 with code = NO_ORDER or NO_TRADE says that the call never came',
      '  GET /v2/find\\u{1b}/{view} (find): new',
      '  POST /v2/find/{id}/end (end): new',
    ],
  ],
  [
    'a look-up by an answer that has nothing else',
    `  - target: $.paths
    update:
      /v2/find:
        get:
          operationId: find
          parameters: [{ name: ref_id, in: query, schema: { type: string } }]
          responses:
            '200':
              description: They.
              content: { application/json: { schema: { type: array, items: { type: object, required: [id], properties: { id: &text { type: string }, ref_id: *text } } } } }
  - target: ${conversions}.post.responses['200']
    update: { links: { lookUp: { operationId: find, parameters: { ref_id: $request.body#/ref_id } } } }`,
    ['    look-up: none → find by ref_id; it compares nothing else that was sent'],
  ],
  [
    'what a new operation lacks',
    `  - { target: $.components.schemas, update: { Open: { type: object, additionalProperties: true } } }
  - target: $.paths
    update:
      /v3/pay:
        post:
          operationId: pay
          requestBody: &body { content: { application/json: { schema: { $ref: '#/components/schemas/Open' } } } }
          responses: &answer { '200': { description: Paid., <<: *body } }
        put: { operationId: putPay, requestBody: *body, responses: *answer }`,
    [
      '  POST /v3/pay (pay): new',
      '    reference: none: a journal does not record it',
      '    identifier: none: every 2xx is a success',
      '    fields that are not listed: sent',
      '  PUT /v3/pay (putPay): new',
      '    reference: none: a journal does not record it',
      '    fields that are not listed: sent',
    ],
  ],
  [
    'what is of no operation: addresses, security, webhooks, a schema',
    `  - { target: $.components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl, update: https://other.example/token }
  - { target: $.servers, update: { url: https://other.example } }
  - { target: $.security, update: {} }
  - { target: $, update: { webhooks: { made: { post: { responses: { '200': { description: It. } } } } } } }
  - { target: $.components.schemas, update: { Pet: { type: object } } }`,
    [
      '  servers.2: none → {"url":"https://other.example"}',
      '  security.1: none → {}',
      '  components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl: "https://auth.example.com/oauth2/token" → "https://other.example/token"',
      '  components.schemas.Pet: none → {"type":"object"}',
      '  webhooks: none → {"made":{"post":{"responses":{"200":{"description":"It."}}}}}',
    ],
  ],
])('the command says what changed, and from what: %s', async (_, actions, lines) => {
  write(actions)
  const said = (await overlay(other, '--out', join(folder, 'said'))).split('\n')
  expect(said.filter((line) => lines.includes(line))).toEqual(lines)
})

test.each<[sentence: string, actions: string]>([
  [
    'paths./v2/conversion/stablecoins.x-idempotency is read by nobody: write it at an operation, such as POST',
    `  - { target: "${conversions}", update: { x-idempotency: { key: ref_id, repeated: 409, lifetime: PT1H } } }`,
  ],
  [
    'components.schemas.CreateStablecoinConversionRequest.x-client-reference is read by nobody: write it at a field of the JSON body of a request',
    `  - { target: ${asked}, update: { x-client-reference: true } }`,
  ],
  [
    'components.schemas.StablecoinConversion.properties.metadata.properties.a.x-service-identifier is read by nobody: write it at a field of a success, or of an object that the success requires',
    '  - { target: $.components.schemas.StablecoinConversion.properties.metadata, update: { properties: { a: { type: string, x-service-identifier: true } } } }',
  ],
  [
    'components.schemas.StablecoinConversion.properties.ref_id.x-client-ref is none of x-client-reference, x-service-identifier, x-idempotency: correct it',
    '  - { target: $.components.schemas.StablecoinConversion.properties.ref_id, update: { x-client-ref: true } }',
  ],
  [
    'components.schemas.CreateStablecoinConversionRequest.properties.account_id.x-client-reference has to be true or false',
    `  - { target: ${asked}.properties.account_id, update: { x-client-reference: yes } }`,
  ],
  [
    'paths./v2/conversion/stablecoins.post.responses.404.links.lookUp is read by nobody: write it into a success',
    `  - { target: "${conversions}.post.responses", update: { '404': { description: None., links: { lookUp: { operationId: createIssuerQuote } } } } }`,
  ],
  [
    'paths./v2/conversion/stablecoins.post.servers is read by nobody: every request goes to the option baseUrl; leave it out',
    `  - { target: "${conversions}.post", update: { servers: [{ url: https://other.example }] } }`,
  ],
  [
    'paths./v3/payouts.post.requestBody.content.application/json.schema.properties.ref_id has the name of a reference: write x-client-reference: true there, so that a journal makes the call once, or false',
    `  - { target: $.paths, update: { /v3/payouts: { post: { operationId: pay, requestBody: { content: { application/json: { schema: { type: object, properties: { ref_id: { type: string } } } } } }, responses: { '204': { description: Paid. } } } } } }`,
  ],
])('what nobody reads is refused: %s', async (sentence, actions) => {
  write(actions)
  expect(await overlay(other, '--out', join(folder, 'refused'))).toBe(`! other.yaml:4: ${sentence}`)
})

test.each<[string, string, string]>([
  [
    'texts alone',
    '  - { target: $.info, update: { summary: Other } }',
    `Changed: descriptions and examples at most.
Sent again after \`unknown\`: nothing that was not before.`,
  ],
  [
    'what is removed, narrowed or widened',
    `  - { target: "$.paths['/v2/issuer-quote']", remove: true }
  - { target: "$.components.schemas.CryptoNetwork.enum[?@ == 'INK']", remove: true }
  - { target: $.components.schemas.StablecoinConversion.properties.settled_at, remove: true }
  - { target: $.components.schemas.CreateStablecoinConversionRequest, update: { properties: { amount: { maxLength: 20 } } } }
  - { target: "$.components.schemas.CreateStablecoinConversionRequest.required[?@ == 'profile_id']", remove: true }`,
    `Changed:
  PUT /v2/transfer/crypto-destination-address (putCryptoDestinationAddress)
    request: crypto_network (no INK)
    answer: address.crypto_network (no INK)
  POST /v2/conversion/stablecoins (createStablecoinConversion)
    request: profile_id (no longer required); amount (maxLength 20)
    answer: no settled_at
  POST /v2/issuer-quote (createIssuerQuote): removed
Sent again after \`unknown\`: nothing that was not before.`,
  ],
  [
    'a POST without a reference that is a PUT now',
    `  - { target: "$.paths['/v2/issuer-quote']", update: { put: {} } }
  - { target: "$.paths['/v2/issuer-quote'].put", copy: "$.paths['/v2/issuer-quote'].post" }
  - { target: "$.paths['/v2/issuer-quote'].post", remove: true }`,
    `Changed:
  PUT /v2/issuer-quote (createIssuerQuote)
    method: POST → PUT
    repeat: none → as a PUT may be
Sent again after \`unknown\`, as your provider promises:
  createIssuerQuote: as a PUT may be`,
  ],
  [
    'examples that do not fit any more, and a pattern that can take quadratic time',
    `  - { target: $.components.schemas.CreateIssuerQuoteRequest, update: { required: [note], properties: { note: { type: string } } } }
  - { target: $.components.schemas.IssuerQuote.properties.fee, update: { pattern: ^.*.*$ } }`,
    `Changed:
  POST /v2/issuer-quote (createIssuerQuote)
    request: note (required)
    answer: fee (pattern "^.*.*$")
Sent again after \`unknown\`: nothing that was not before.
Patterns that can take long, for the overlay to write in another way:
  other.yaml:5: components.schemas.IssuerQuote.properties.fee.pattern is ^.*.*$, which can take polynomial time (degree 2) at .: let each text match in one way only, such as ^a+$ in place of ^(a+)+$ or ^a+a+$
Examples that do not fit their schema, for the overlay to update:
  #/components/examples/MintForPurchaseRequest/value: must have required property 'note'
  #/components/examples/RedeemHoldingRequest/value: must have required property 'note'`,
  ],
])('the command says what changed: %s', async (_, actions, said) => {
  write(actions)
  expect(await overlay(other, '--out', join(folder, 'said'))).toBe(
    `${said}\nWritten into said: index.ts, schemas.ts, types.ts, openapi.yaml, openapi.json, provider.json`,
  )
})

/** An operation that is added from the sixth line on, with other members than an ordinary one. */
const operation = (more: string) => `  - target: $.paths
    update:
      /v2/things:
        get:
          operationId: listThings
          responses: { '200': { description: Things., content: { application/json: { schema: { type: object } } } } }
${more.replace(/^/gm, ' '.repeat(10))}`
const get = 'listThings (GET /v2/things)'
const quote = "  - target: $.paths['/v2/issuer-quote'].post\n    update:\n"

test.each([
  [
    `7: ${get}: the security scheme key of the type apiKey is not supported, only a bearer token is`,
    operation('security: [{ key: [] }]'),
    '  - { target: $.components.securitySchemes, update: { key: { type: apiKey, in: header, name: X-Key } } }',
  ],
  [
    '10: #/paths/~1v2~1things/get/security/0/other: There is no `other` security scheme defined',
    operation('security: [{ other: [] }]'),
    '',
  ],
  [
    '6: #/paths/~1v2~1issuer-quote/post/sumary: Property `sumary` is not expected here',
    `${quote}      sumary: Quote`,
    '',
  ],
  [
    "9: #/paths/~1v2~1things/get/responses/200/content/application~1json/schema: Can't resolve $ref #/components/schemas/Thing",
    operation('').replace('type: object', "$ref: '#/components/schemas/Thing'"),
    '',
  ],
  [
    "4: #/paths/~1v2~1issuer-quote/post/responses/200/content/application~1json/schema: Can't resolve $ref #/components/schemas/IssuerQuote",
    '  - { target: $.components.schemas.IssuerQuote, remove: true }',
    '',
  ],
  [
    '5: #/components/schemas/Tree refers to itself, which is not supported',
    "  - target: $.components.schemas\n    update: { Tree: { type: object, properties: { tree: { $ref: '#/components/schemas/Tree' } } } }",
    operation('').replace('type: object', "$ref: '#/components/schemas/Tree'"),
  ],
  [
    "4: #/components/schemas/IssuerQuote/properties/fee/nullable: Property `nullable` is not expected here; OpenAPI 3.1 says type: [string, 'null']",
    '  - { target: $.components.schemas.IssuerQuote.properties.fee, update: { nullable: true } }',
    '',
  ],
  [
    '4: components.schemas.IssuerQuote.properties.fee.pattern is ^(a+)+$, which can take exponential time at a: let each text match in one way only, such as ^a+$ in place of ^(a+)+$ or ^a+a+$',
    '  - { target: $.components.schemas.IssuerQuote.properties.fee, update: { pattern: ^(a+)+$ } }',
    '',
  ],
  [
    "4: $.info[?search(@, '^(a+)+$')] has ^(a+)+$, which can take exponential time at a: let each text match in one way only, such as ^a+$ in place of ^(a+)+$ or ^a+a+$",
    '  - { target: "$.info[?search(@, \'^(a+)+$\')]", update: {} }',
    '',
  ],
  [
    '4: $.info[?match(@, $.info.title)] matches by what is no text in quotes: write the pattern there',
    "  - { target: $.tags, copy: '$.info[?match(@, $.info.title)]' }",
    '',
  ],
  [
    '4: components.schemas.Me.$ref is #/components/schemas/Me, which leads to itself: describe it at one place of them',
    "  - { target: $.components.schemas, update: { Me: { $ref: '#/components/schemas/Me' } } }",
    '',
  ],
  [
    '4: components.schemas.IssuerQuote.properties.__proto__ is no name for a member: JavaScript takes it for another thing; leave it out',
    '  - { target: $.components.schemas.IssuerQuote.properties, update: { __proto__: { type: string } } }',
    '',
  ],
  [
    '5: #/components/schemas/IssuerQuote/properties/fee/minLength: The value of the minLength field must be greater than or equal to 0',
    '  - { target: $.components.schemas.IssuerQuote.properties.fee, update: { minLength: 1 } }',
    '  - { target: $.components.schemas.IssuerQuote.properties.fee.minLength, update: -1 }',
  ],
])('it is refused, with its line: %s', async (sentence, actions, more) => {
  write(actions, more)
  const place = join(folder, 'refused')
  expect(await overlay(other, '--out', place)).toBe(`! other.yaml:${sentence}`)
  expect(readdirSync(folder)).not.toContain('refused')
})

const address = 'http://127.0.0.1:9/a.yaml'
const elsewhere = ` is "${address}", which is not in this document: add what it has to the document, and refer to it by #/…`
const pets = '$.components.schemas.Pet'

test.each<[place: string, line: number, actions: string]>([
  [
    'components.schemas.Pet.items.$ref',
    6,
    `  - target: $.components.schemas\n    update:\n      Pet: { items: { $ref: ADDRESS } }`,
  ],
  [
    'components.schemas.CryptoDestinationAddress.properties.crypto_network.$ref',
    4,
    `  - { target: "$.components.schemas.CryptoDestinationAddress.properties.crypto_network['$ref']", update: ADDRESS }`,
  ],
  [
    'components.schemas.Pet.items.$ref',
    5,
    `  - { target: $.components.schemas, update: { Pet: { title: ADDRESS, items: { $ref: '#/components/schemas/IssuerQuote' } } } }
  - { target: "${pets}.items['$ref']", copy: ${pets}.title }`,
  ],
  [
    'components.schemas.Pet.discriminator.mapping.a',
    4,
    '  - { target: $.components.schemas, update: { Pet: { discriminator: { propertyName: a, mapping: { a: ADDRESS, b: IssuerQuote } } } } }',
  ],
  [
    'components.links.Pet.operationRef',
    4,
    '  - { target: $.components, update: { links: { Pet: { operationRef: ADDRESS } } } }',
  ],
  [
    'components.examples.Pet.externalValue',
    4,
    '  - { target: $.components.examples, update: { Pet: { externalValue: ADDRESS } } }',
  ],
  [
    'paths./v2/issuer-quote.post.parameters.1.$ref',
    5,
    `  - { target: "$.paths['/v2/issuer-quote'].post", update: { parameters: [{ in: query, name: a, schema: {} }] } }
  - { target: "$.paths['/v2/issuer-quote'].post.parameters", update: { $ref: ADDRESS } }`,
  ],
])('a reference out of the document is refused: %s', async (place, line, actions) => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  write(actions.replaceAll('ADDRESS', address))
  expect(await overlay(other, '--out', join(folder, 'refused'))).toBe(
    `! other.yaml:${line}: ${place}${elsewhere}`,
  )
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
})

test('a folder that is a file is refused, and the name of an overlay puts nothing into the modules', async () => {
  const file = join(folder, 'a\nevil()\n.yaml')
  writeFileSync(file, readFileSync(acme))
  expect(await overlay(file, '--out', join(file, 'x'))).toContain('Name another folder.')
  await overlay(file, '--out', join(folder, 'named'))
  expect(readFileSync(join(folder, 'named/index.ts'), 'utf8')).not.toContain('\nevil()')
})

test('the command fails with a sentence without a folder, and where a file is not there', async () => {
  const help = '! An overlay and --out are needed.\n\nstablecoin-issuer-overlay FILE'
  expect(await overlay(acme)).toMatch(help)
  expect(await overlay('none.yaml', '--out', 'x')).toMatch('! none.yaml cannot be read: ENOENT')
})

test('an overlay that extends another document is refused, and one that extends ours is not', async () => {
  const place = join(folder, 'extends')
  const text = readFileSync(acme, 'utf8')
  const extending = (document: string) =>
    writeFileSync(other, text.replace(/^overlay: .*/m, `$&\nextends: ${document}`))
  extending('./acme.yaml')
  expect(await overlay(other, '--out', place)).toBe(
    '! other.yaml:3: ./acme.yaml is not read: an overlay is applied to the document of stablecoin-issuer-api; leave extends out',
  )
  extending('../node_modules/stablecoin-issuer-api/generated/openapi.yaml')
  expect(await overlay(other, '--out', place)).toMatch('Written into extends')
})

test('a folder is left as it is that has a file of another name, or one of ours that it did not write', async () => {
  const place = join(folder, 'kept')
  mkdirSync(place)
  const files = {
    '.gitignore': '',
    'index.ts': '// Made by stablecoin-issuer-overlay',
    'notes.md': '',
    'openapi.yaml': 'openapi: 3.1.0',
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text)
  expect(await overlay(acme, '--out', place)).toBe(
    '! kept has files that are not as this command wrote them: notes.md, openapi.yaml. Move them away, or name another folder.',
  )
  expect(textsIn(place)).toEqual(Object.values(files))
})

test('data that the command did not write is left as it is, and what it wrote is replaced', async () => {
  const place = join(folder, 'data')
  write('  - { target: $.info, update: { summary: Other } }')
  await overlay(other, '--out', place, '--js')
  for (const name of ['provider.json', 'package.json']) {
    const text = readFileSync(join(place, name), 'utf8')
    writeFileSync(join(place, name), '{ "of": "another tool" }')
    const before = textsIn(place)
    expect(await overlay(acme, '--out', place, '--js')).toBe(
      `! data has files that are not as this command wrote them: ${name}. Move them away, or name another folder.`,
    )
    expect(textsIn(place)).toEqual(before)
    writeFileSync(join(place, name), text)
  }
  expect(await overlay(acme, '--out', place)).toMatch('Written into data')
  expect(readdirSync(place)).not.toContain('package.json')
})
