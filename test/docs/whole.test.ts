import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readGuides } from '../../scripts/docs/guides.js'
import { chromiumPath, desktop, launch, phone } from '../support/browser.js'
import { operations } from '../support/document.js'
import { listen, type Listening } from '../support/listen.js'
import { violations } from '../support/look.js'
import { run, script } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { toolsAreRequired } from '../support/tools.js'

const absent = chromiumPath === undefined && !toolsAreRequired
const folder = scratchFolder()
const base = 'https://docs.example.com/project/'
const files: Record<string, string> = {
  '/project/': 'index.html',
  '/project/index.html': 'index.html',
  '/project/all.html': 'all.html',
  '/project/licences.txt': 'licences.txt',
}
/** Knows the path of the project, and nothing else of its host. */
let server: Listening
let browser: Browser
const missed: string[] = []
const open: Page[] = []

beforeAll(async () => {
  if (absent) return
  const command = script('docs', '--output', join(folder, 'index.html'), '--base', base)
  expect(await run(command)).toMatchObject({ code: 0, stderr: '' })
  server = await listen(
    createServer(({ url = '' }, response) => {
      const file = files[url]
      if (file === undefined) missed.push(url)
      if (file === undefined) return void response.writeHead(404).end()
      response.setHeader('Content-Type', file.endsWith('.html') ? 'text/html' : 'text/plain')
      void readFile(join(folder, file)).then((bytes) => response.end(bytes))
    }),
  )
  browser = await launch()
})
afterAll(async () => {
  if (absent) return
  await browser.close()
  server.stop()
})
beforeEach(({ skip }) => {
  skip(absent, 'chromium is not on this machine; install the package chromium')
})
afterEach(async () => {
  for (const page of open.splice(0)) await page.close()
  expect(missed).toEqual([])
})

async function visit(path = '', options: BrowserContextOptions = {}): Promise<Page> {
  // Tests look by scripts of their own, which the pages' policy would refuse.
  const page = await browser.newPage({ ...desktop, bypassCSP: true, ...options })
  open.push(page)
  await page.goto(`${server.url}/project/${path}`)
  return page
}

/** A page of Redoc, once its script has run. */
async function visitReady(path = '', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visit(path, options)
  await page.locator('main h1').waitFor()
  await page.getByText('Search Ctrl+K').first().waitFor({ state: 'attached' })
  return page
}

const bodyOf = (page: Page): Promise<string> => page.locator('body').innerText()

const widths = [desktop, phone].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...width, colorScheme })),
)

describe.each(widths)('at $name width, in $colorScheme colours', ({ viewport, colorScheme }) => {
  const look = { viewport, colorScheme }

  it.each(['', '#/quickstart', '#/errors-and-outcomes/err_timeout', '#/concepts', '#/options'])(
    'the pages have no fault that axe finds: %s',
    async (path) => {
      const page = await visitReady(path, look)
      await page.locator('[data-active=true]').last().waitFor({ state: 'attached' })
      expect(await violations(page)).toEqual([])
    },
  )

  it('all.html has none either', async () => {
    expect(await violations(await visit('all.html', look))).toEqual([])
  })
})

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => globalThis.document.activeElement?.textContent ?? '')

it('the keys reach the text, and the search', async () => {
  const page = await visitReady()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to the text')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toContain('Search')
  await page.keyboard.press('Enter')
  await page.keyboard.type('travel rule')
  await page.getByText('Glossary').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Skip to the text').focus()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => globalThis.document.activeElement?.tagName)).toBe('MAIN')
})

it('the keys open the menu of a telephone, which covers no text', async () => {
  const page = await visitReady('', phone)
  const button = page.getByRole('button', { name: 'Open navigation menu' })
  const { width = 0, height = 0, y = -1 } = (await button.boundingBox()) ?? {}
  expect([y, width, height]).toEqual([0, phone.viewport.width, 48])
  const heading = await page.locator('main h1').boundingBox()
  expect(heading?.y).toBeGreaterThan(48)
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Concepts', exact: true }).first().waitFor()
})

it('a button copies the code of a guide, empty lines included', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await visitReady('#/shutdown-and-serverless', { permissions })
  const shown = page.locator('pre[data-language=ts]').last()
  expect(await shown.locator('.hljs-keyword').count()).toBeGreaterThan(1)
  await shown.getByRole('button', { name: 'Copy this code' }).click()
  await expect.poll(() => shown.innerText()).toContain('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await shown.locator('code').innerText())
  expect(copied).toContain('\n\n')
})

it.each([
  ['#/quickstart', 'Quickstart'],
  ['#/issuer-quotes/createissuerquote', 'Create issuer quote'],
])('the address %s leads to a page with a title of its own: %s', async (path, title) => {
  const page = await visitReady(path)
  await expect.poll(() => page.title()).toMatch(new RegExp(`^${title}.* · Stablecoin Issuer API$`))
})

it.each(['index.html', 'all.html'])('the addresses of %s lead to what there is', async (path) => {
  const page = await visit(path)
  await page.locator('main h1').waitFor()
  const found = await page.locator('a[href]').evaluateAll((all) =>
    (all as HTMLAnchorElement[]).map((one) => ({
      url: one.href,
      raw: one.getAttribute('href'),
    })),
  )
  expect(found.length).toBeGreaterThan(20)
  for (const { url, raw } of found) {
    if (!url.startsWith(server.url)) continue
    const [file = '', part = ''] = url.split('#')
    expect((await fetch(file)).status, url).toBe(200)
    if (path === 'all.html' && part !== '')
      expect(await page.locator(`[id="${decodeURIComponent(part)}"]`).count(), url).toBe(1)
    expect(raw).not.toMatch(/^\//)
  }
})

it.each([
  ['index.html', base],
  ['all.html', `${base}all.html`],
])('the page at %s is named, and described', async (path, address) => {
  const page = await visit(path)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(address)
  expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/\w{4}/)
  expect(await readFile(join(folder, 'sitemap.xml'), 'utf8')).toContain(`<loc>${address}</loc>`)
})

it.each([
  ['idempotency', 'concepts/idempotency', 'Idempotency'],
  ['sandbox', 'concepts/is-there-a-sandbox', 'Is there a sandbox'],
  ['webhook', 'concepts/webhooks-and-events', 'Webhooks and events'],
  ['rate limit', 'concepts/rate-limits', 'Rate limits'],
  ['error codes', 'concepts/error-codes', 'Error codes'],
  ['ERR_TIMEOUT', 'errors-and-outcomes/err_timeout', 'ERR_TIMEOUT'],
  ['base_amount', 'issuer-quotes/createissuerquote', 'Create issuer quote'],
  ['quickstart', 'quickstart', 'Quickstart'],
  ['decimals', 'concepts/amounts-and-decimals', 'Amounts and decimals'],
  ['mutual TLS', 'proxies/mutual-tls', 'Mutual TLS'],
])('a search for "%s" leads to %s', async (words, place, title) => {
  const page = await visitReady()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  const first = page.getByTestId('search-dialog').locator('a').first()
  await expect.poll(() => first.getAttribute('href')).toMatch(new RegExp(`^#/${place}(#|$)`))
  expect(await first.textContent()).not.toMatch(/<!--|written by/)
  await first.click()
  await expect.poll(() => page.title()).toBe(`${title} · Stablecoin Issuer API`)
})

it.each([
  ['how do I try it', ['Quickstart'], 'Start the mock'],
  ['what is ERR_TIMEOUT', ['Errors and outcomes', 'ERR_TIMEOUT'], 'was over'],
  ['may I send it again', ['Errors and outcomes', 'May I send it again'], 'calls PUT idempotent'],
  ['which networks', ['Concepts', 'Networks and assets'], 'ARBITRUM_ONE'],
  ['is there a sandbox', ['is there a sandbox'], 'names no sandbox'],
])('answers from the first screen: %s', async (_question, clicks, answer) => {
  const page = await visitReady()
  for (const name of clicks) await page.getByRole('link', { name, exact: true }).last().click()
  const text = page.getByText(answer).filter({ visible: true }).first()
  await text.waitFor()
  await expect.poll(async () => (await text.boundingBox())?.y).toBeLessThan(900)
})

it('without script the first screen is there, and leads to all of it', async () => {
  const page = await visit('', { javaScriptEnabled: false })
  expect(await bodyOf(page)).toContain('Whose service is it?')
  await page.getByRole('link', { name: 'Everything is on one page' }).click()
  const text = await bodyOf(page)
  for (const { title } of await readGuides()) expect(text).toContain(title)
  for (const { object, path } of operations)
    for (const words of [object.summary ?? '', path]) expect(text).toContain(words)
  for (const words of ['ERR_INVALID_RESPONSE', 'ARBITRUM_ONE', 'travelrule_metadata.vasp.id'])
    expect(text).toContain(words)
})

it('index.html has at most 1.55 MB', async () => {
  expect((await readFile(join(folder, 'index.html'))).length).toBeLessThan(1_550_000)
})
