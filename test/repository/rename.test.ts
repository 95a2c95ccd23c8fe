import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { problemOf, renamed, replaceWords } from '../../scripts/lib/names.js'
import { addressOf, replacedAddresses } from '../../scripts/rename/addresses.js'
import { commitAll, git } from '../support/git.js'
import { root, run } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'

const addresses = replacedAddresses(
  { baseUrl: 'https://a.test', tokenUrl: 'https://a.test/oauth2/token' },
  { baseUrl: 'https://b.test/api', tokenUrl: 'https://c.test/get' },
)
const words = new Map([...renamed('our-own', 'new'), ...addresses])

it.each([
  ["import 'our-own-api/journal'", "import 'new-api/journal'"],
  ['/^our-own-api\\/([\\w-]+)$/', '/^new-api\\/([\\w-]+)$/'],
  ["'needed.\\nour-own-overlay FILE'", "'needed.\\nnew-overlay FILE'"],
  ['./our-own-mock-*.tgz our-own-*.tgz', './new-mock-*.tgz new-*.tgz'],
  ['our_own_calls', 'new_calls'],
  ['Our Own API', 'New API'],
  [
    'url: https://a.test, server=https://a.test',
    'url: https://b.test/api, server=https://b.test/api',
  ],
  ['https://a.test/oauth2/token, https://a.test/oauth2', 'https://c.test/get, https://c.test'],
])('npm run rename replaces a name and an address in %j', (before, after) => {
  expect(replaceWords(before, words)).toBe(after)
})

it.each(['your-our-own-api', 'our-own-apis', 'our-own', 'Our own API', 'https://a.test2'])(
  'npm run rename leaves %j as it is',
  (text) => {
    expect(replaceWords(text, words)).toBe(text)
  },
)

const folder = scratchFolder()
beforeAll(async () => {
  await mkdir(join(folder, 'openapi'))
  const files = {
    '.gitignore': 'node_modules\n',
    'package.json': '{ "name": "our-own-api", "version": "1.0.0" }',
    'taken.md': 'in the way of used-mock',
    'openapi/openapi.yaml':
      'servers: [{ url: https://a.test }]\ncomponents: { securitySchemes: { oauth2: { flows: { clientCredentials: { tokenUrl: https://a.test/token } } } } }\n',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await git(folder, 'init', '--quiet')
  await commitAll(folder)
})

it.each([
  ['Acme', /small letters and digits/],
  ['@acme/issuer', /small letters and digits/],
  ['acme--issuer', /one hyphen between them/],
  ['3com', /begins with a letter/],
  ['a'.repeat(31), /at most 30 characters/],
])('npm run rename refuses the name %s', (name, sentence) => {
  expect(problemOf(name)).toMatch(sentence)
})

it.each([
  ['--base-url', 'http://a.test', /^--base-url has to be an address by https/],
  ['--base-url', 'a.test', /has to be an address by https/],
  ['--base-url', 'https://me@a.test', /has credentials, a query or a fragment/],
  ['--token-url', 'https://a.test/token?a=b', /^--token-url has credentials, a query/],
  ['--token-url', 'https://a.test/', /has no path/],
])('npm run rename refuses %s %s', (option, address, sentence) => {
  expect(() => addressOf(option, address)).toThrow(sentence)
})

it('npm run rename leaves out the slash at the end of an address', () => {
  expect(addressOf('--base-url', 'https://a.test/v/')).toBe('https://a.test/v')
})

it.each<[string, string[], RegExp]>([
  ['no name', [], /one name is needed.*npm run rename -- NAME/s],
  ['a name that npm refuses', ['Acme'], /Acme: a name has small letters and digits/],
  ['its own name', ['our-own'], /our-own is the project's name already/],
  ['a name that it has', ['used'], /taken\.md has used-mock already; choose another name/],
  ['an address by http', ['new', '--base-url', 'http://a.test'], /--base-url has to be an address/],
  ['an option that is none', ['new', '--url', 'x'], /Unknown option '--url'/],
])('npm run rename refuses %s in a sentence', async (_name, args, sentence) => {
  await refused(args, sentence)
})

it('npm run rename refuses a work tree with changes', async () => {
  await writeFile(join(folder, 'changed.md'), '')
  await refused(['new'], /commit what you changed first/)
})

async function refused(args: string[], sentence: RegExp): Promise<void> {
  const program = [process.execPath, '--import', 'tsx', join(root, 'scripts/rename.ts')]
  const { code, stderr } = await run([...program, ...args], { cwd: folder })
  expect(stderr).toMatch(/^Not renamed: /)
  expect(stderr).toMatch(sentence)
  expect(stderr).not.toMatch(/\n {4}at /)
  expect(code).toBe(1)
}
