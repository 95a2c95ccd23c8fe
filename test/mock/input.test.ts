import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { listen } from '../support/listen.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { packagedMock, type RunningMock } from './packaged.js'

const packaged = packagedMock()
let serving: RunningMock
/** What another version wrote. */
const folder = scratchFolder()

beforeAll(async () => {
  await writeFile(join(folder, 'provider.json'), '{"version":"9.9.9"}')
  await writeFile(join(folder, 'openapi.json'), '{}')
  serving = await packaged.start()
})

it.each<[string, object | number, RegExp]>([
  ['what is no order', 7, /^undefined is not an operation; /],
  ['an unknown operation', { operation: 'quote' }, /^"quote" is not an operation; there are /],
  ['no list', { answers: 'cut' }, /^answers must be a list; put \{"operation":/],
  ['an unknown fault', { answers: ['x'] }, /^"x" is not a fault; name a fault \(refused, broken, /],
  [
    'what no token lacks',
    { operation: 'token', answers: ['drift'] },
    /^drift is no fault of a token request, /,
  ],
  ['two at once', { answers: [{ fault: 'cut', status: 500 }] }, /^give a fault or a status$/],
  [
    'a time for what takes none',
    { answers: [{ fault: 'cut', milliseconds: 1 }] },
    /^cut takes no /,
  ],
  ['a header that is none', { answers: [{ status: 500, headers: { a: '\n' } }] }, /^headers must /],
  ['a port that closes late', { answers: ['cut', 'refused'] }, /it can only come first$/],
])(
  'what the mock is told wrong refuses %s for the next request in a sentence',
  async (_what, order, sentence) => {
    const known = { operation: 'createIssuerQuote' }
    const answer = await fetch(`${serving.url}/mock/next`, {
      method: 'PUT',
      body: JSON.stringify(typeof order === 'object' ? { ...known, ...order } : order),
    })
    expect(answer.status).toBe(400)
    expect((await answer.text()).trim()).toMatch(sentence)
  },
)

it.each<[string, string[], RegExp]>([
  ['a port that is none', ['--port', '99999'], /^--port must be a number from 0 to 65535\.\n$/],
  ['an unknown fault', ['--fault', 'createIssuerQuote=x'], /^--fault createIssuerQuote=x: "x" is /],
  [
    'an unknown operation',
    ['--fault', 'quote=cut'],
    /"quote" is not an operation; there are .*\n$/,
  ],
  ['no operation', ['--fault', 'cut'], /^--fault cut: "cut" is not an operation; there are .*\n$/],
  ['what no token lacks', ['--fault', 'token=drift'], /drift is no fault of a token request, /],
  ['a header that is none', ['--fault', 'createIssuerQuote=429,x'], /"x" is not a header\.\n$/],
  [
    'refused for one',
    ['--fault', 'createIssuerQuote=refused'],
    /only PUT \/mock\/next can ask .*\n$/,
  ],
  [
    'a malformed client',
    ['--client', 'me'],
    /^--client must be id:secret or id:secret:scopes, .*\n$/,
  ],
  ['an unknown scope', ['--client', 'a:b:all'], /^--client: "all" is not a scope; there are .*\n$/],
  [
    'a folder that is not there',
    ['--provider', '/nowhere'],
    /^--provider \/nowhere: it has no provider\.json; name the folder that stablecoin-issuer-overlay wrote\.\n$/,
  ],
  [
    'a folder of another version',
    ['--provider', folder],
    /: stablecoin-issuer-overlay 9\.9\.9 wrote it, and this mock is \d.*; write it again .*\.\n$/,
  ],
  ['no lifetime', ['--lifetime', '0'], /^--lifetime must be a number from 1 to \d+\.\n$/],
  [
    'no address of its own',
    ['--host', 'host.invalid'],
    /^host\.invalid is not an address of .*\n$/,
  ],
  ['an unknown option', ['--prot', '1'], /^Unknown option '--prot'.*\n$/],
])('what the mock is told wrong says in one sentence: %s', async (_what, args, sentence) => {
  const { code, stdout, stderr } = await packaged.run(...args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(sentence)
})

it('what the mock is told wrong says in one sentence that its port is taken', async () => {
  const { port, stop } = await listen(() => undefined)
  const { code, stderr } = await packaged.run('--port', String(port))
  stop()
  expect([code, stderr]).toEqual([1, `Port ${port} is taken. Choose another with --port.\n`])
})
