import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'
import * as sdk from '../../src/index.js'
import { createPathClient } from '../../src/openapi-fetch.js'
import { fakeIssuer } from '../../src/testing.js'
import { importLines, readme, snippets } from '../support/readme.js'

const file = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))
/** Runs the snippet that has a word in it, and gives back one of its constants. */
async function run<Shown = sdk.Client>(
  word: string,
  constant: string,
  modules: Record<string, object>,
): Promise<Shown> {
  const snippet = snippets.find((text) => text.includes(word)) ?? ''
  const loads = snippet.replace(importLines, (_all, names: string, module: string) => {
    const wanted = names.startsWith('{') ? names : `{ default: ${names} }`
    return `const ${wanted} = modules['${module}']`
  })
  const code = ts.transpile(loads, { target: ts.ScriptTarget.ES2022 })
  const body = `return (async () => { ${code}; return ${constant} })()`
  const names = ['modules', 'createClient', 'baseUrl', 'auth', 'body']
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const make = new Function(...names, body) as (...values: unknown[]) => Promise<Shown>
  return make(
    modules,
    (options: sdk.ClientOptions) =>
      sdk.createClient(options.transport ? options : { ...options, fetch: answer }),
    'https://api.example.com',
    'token-in-readme',
    conversion,
  )
}

const answer: typeof fetch = () => Promise.resolve(Response.json({ quote_id: 'q' }))
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const

it('the README gives the two commands that a newcomer runs', () => {
  expect(readme).toContain('npm ci && npm run demo')
  expect(readme).toContain('npm ci && npm test')
})

it.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'openapi/README.md'])(
  'the README and its neighbours name no command that is not there: %s',
  (name) => {
    const { scripts } = JSON.parse(readFileSync(file('package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>
    }
    const text = readFileSync(file(name), 'utf8')
    const named = [...text.matchAll(/npm run (?:--silent )?([a-z][a-z:]*)/g)]
    const missing = named.map(([, script = '']) => script).filter((script) => !(script in scripts))
    expect(missing).toEqual([])
  },
)

it('the README leads to each guide', () => {
  const guides = readdirSync(file('openapi/guides')).filter((name) => name.endsWith('.md'))
  expect(guides.filter((name) => !readme.includes(`(openapi/guides/${name})`))).toEqual([])
})

it('the README makes the three calls', async () => {
  const lines: unknown[] = []
  const issuer = fakeIssuer()
  const shown = snippets.find((text) => text.includes('clientCredentials({')) ?? ''
  const code = ts.transpile(shown.replace(importLines, ''), { target: ts.ScriptTarget.ES2022 })
  const names = ['createClient', 'clientCredentials', 'console']
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const make = new Function(...names, `return (async () => { ${code} })()`) as (
    ...values: unknown[]
  ) => Promise<void>
  const log = (...parts: unknown[]): void => void lines.push(parts.join(' '))
  const create = () => sdk.createClient(issuer.options)
  await make(create, sdk.clientCredentials, { log })
  expect(lines).toEqual([expect.stringMatching(/^\S+ \S+ \d\S* until 20/)])
  expect(issuer.requests.map(({ operation }) => operation)).toEqual([
    'putCryptoDestinationAddress',
    'createStablecoinConversion',
    'createIssuerQuote',
  ])
})

it('the README shows what an unknown outcome looks like in a test', async () => {
  const failure = await run<{ outcome: string }>('fakeIssuer', 'failure', {
    'stablecoin-issuer-api/testing': { fakeIssuer },
  })
  expect(failure.outcome).toBe('unknown')
})

it('the README makes a call over openapi-fetch, and over the fetch', async () => {
  const seen: unknown[] = []
  const counted: typeof fetch = (url, init) => {
    seen.push(url)
    return answer(url, init)
  }
  const withFetch = (options: sdk.ClientOptions) => ({ ...options, fetch: counted })
  const shown = await run<{ data: unknown; fetch: typeof fetch }>(
    'createPathClient',
    '{ data, fetch }',
    {
      'stablecoin-issuer-api': {
        createFetch: (options: sdk.ClientOptions) => sdk.createFetch(withFetch(options)),
      },
      'stablecoin-issuer-api/openapi-fetch': {
        createPathClient: (options: sdk.ClientOptions) => createPathClient(withFetch(options)),
      },
    },
  )
  expect(shown.data).toEqual({ quote_id: 'q' })
  const body = JSON.stringify(quote)
  const { status } = await shown.fetch('/v2/issuer-quote', { method: 'POST', body })
  expect([status, seen]).toEqual([
    200,
    [
      'https://api.example.com/v2/conversion/stablecoins',
      'https://api.example.com/v2/issuer-quote',
    ],
  ])
})
