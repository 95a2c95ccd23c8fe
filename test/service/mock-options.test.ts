import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { operations, scopes as allScopes } from '../../generated/index.js'
import { help, readOptions } from '../../scripts/mock/options.js'
import { startMock } from '../../scripts/mock/server.js'
import { scratchFolder } from '../support/scratch-folder.js'

const mock = await startMock()
afterAll(() => mock.stop())

/** What another version wrote. */
const folder = scratchFolder()
await writeFile(join(folder, 'provider.json'), '{"version":"9.9.9"}')
await writeFile(join(folder, 'openapi.json'), '{}')

it.each<[string, object | number, RegExp]>([
  ['what is no order', 7, /^the body is no JSON object; put \{"operation":/],
  ['an unknown operation', { operation: 'quote' }, /^"quote" is not an operation; there are /],
  ['no list', { answers: 'cut' }, /^answers must be a list; put \{"operation":/],
  ['an unknown fault', { answers: ['x'] }, /^"x" is not a fault; name a fault \(refused, broken, /],
  [
    'what no token lacks',
    { operation: 'token', answers: ['drift'] },
    /^drift is no fault of a tok/,
  ],
  ['two at once', { answers: [{ fault: 'cut', status: 500 }] }, /^give a fault or a status$/],
  ['a time for none', { answers: [{ fault: 'cut', milliseconds: 1 }] }, /^cut takes no /],
  ['a header of none', { answers: [{ status: 500, headers: { a: '\n' } }] }, /^headers must /],
  ['a port that closes late', { answers: ['cut', 'refused'] }, /it can only come first$/],
  [
    'a time that is too long',
    { answers: [{ fault: 'refused', milliseconds: 600_001 }] },
    /^milliseconds must be a number from 0 to 600000$/,
  ],
])('the mock refuses an order for the next request in a sentence: %s', async (_, order, says) => {
  const known = { operation: 'createIssuerQuote' }
  const body = JSON.stringify(typeof order === 'object' ? { ...known, ...order } : order)
  const answer = await fetch(`${mock.url}/mock/next`, { method: 'PUT', body })
  expect([answer.status, (await answer.text()).trim()]).toEqual([400, expect.stringMatching(says)])
})

it.each<[string, string, RegExp]>([
  ['--port', '99999', /^--port must be a number from 0 to 65535\.$/],
  ['--fault', 'quote=cut', /"quote" is not an operation; there are .*$/],
  ['--fault', 'createIssuerQuote=429,x', /"x" is not a header\.$/],
  ['--fault', 'createIssuerQuote=refused', /only PUT \/mock\/next can ask .*$/],
  ['--client', 'me', /^--client must be id:secret or id:secret:scopes, .*$/],
  ['--client', 'a:b:all', /^--client: "all" is not a scope; there are .*$/],
  ['--provider', '/nowhere', /^--provider \/nowhere: it has no provider\.json; name the folder /],
  ['--provider', folder, /: stablecoin-issuer-overlay 9\.9\.9 wrote it, and this mock is \d.*\.$/],
])('the mock refuses the option %s %s in a sentence', async (option, value, sentence) => {
  await expect(readOptions([option, value])).rejects.toThrow(sentence)
})

it('the mock reads clients, a lifetime and faults', async () => {
  const scopes = ['exchange:write_issuer_quote']
  const clients = ['--client', `one:s3:${scopes.join()}`, '--client', 'two:s4']
  const fault = ['--fault', 'createIssuerQuote=429,Retry-After: 7']
  expect(await readOptions([...clients, ...fault, '--lifetime', '77'])).toMatchObject({
    clients: [
      { id: 'one', secret: 's3', scopes },
      { id: 'two', secret: 's4', scopes: allScopes },
    ],
    faults: { createIssuerQuote: { status: 429, headers: { 'retry-after': '7' } } },
    lifetime: 77,
  })
})

it('the mock refuses a host that is not its own, and a port that is taken', async () => {
  const none = startMock({ host: 'host.invalid' })
  await expect(none).rejects.toThrow(/^host\.invalid is not an address of /)
  const port = Number(new URL(mock.url).port)
  const taken = `Port ${port} is taken. Choose another with --port.`
  await expect(startMock({ port })).rejects.toThrow(taken)
})

it('the mock lists its operations, its faults and the references that it reports', () => {
  const faults = ['refused', 'broken', 'cut', 'no_answer', 'slow', 'drift', 'false_success']
  const text = help('mock', undefined)
  for (const word of [...Object.keys(operations), ...faults, '429,Retry-After', 'with one ref_id'])
    expect(text).toContain(word)
})
