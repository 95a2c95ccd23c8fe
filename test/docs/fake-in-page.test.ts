import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { unreferenced } from '../support/examples.js'
import { root } from '../support/run.js'
import { useBrowser } from '../support/use-browser.js'

/** What a page of tests does, with nothing but the bundle of two entries. */
const program = `
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'

const issuer = fakeIssuer()
const client = createClient(issuer.options)
const conversion = ${JSON.stringify(unreferenced)}
globalThis.seen = (async () => {
  const { ref_id } = await client.createStablecoinConversion({ ...conversion, ref_id: 'r-1' })
  issuer.next('createStablecoinConversion', 'broken')
  const lost = await client.createStablecoinConversion(conversion).catch((error) => error)
  return [ref_id, lost.code, lost.outcome, issuer.requests.length, issuer.tokens.issued.length]
})()
`

const browser = useBrowser()

it('the issuer in memory serves a page, and nothing leaves it', async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: root },
    alias: {
      'stablecoin-issuer-api/testing': `${root}/src/testing.ts`,
      'stablecoin-issuer-api': `${root}/src/index.ts`,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  })
  const page = await browser().newPage()
  const asked: string[] = []
  // Loopback, where a page may make identifiers: it is a secure context.
  await page.route('**', async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: '<title>tests</title>' })
  })
  await page.goto('http://localhost/')
  await page.addScriptTag({ type: 'module', content: outputFiles[0]?.text ?? '' })
  await page.waitForFunction('globalThis.seen !== undefined')
  const seen: unknown = await page.evaluate('globalThis.seen')
  expect(seen).toEqual(['r-1', 'ERR_CONNECTION', 'unknown', 2, 1])
  expect(asked.filter((url) => !url.endsWith('/favicon.ico'))).toEqual(['http://localhost/'])
  await page.close()
})
