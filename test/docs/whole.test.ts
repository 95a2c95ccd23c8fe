import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { desktop, phone } from '../support/browser.js'
import { document } from '../support/document.js'
import { showAll, violations } from '../support/look.js'
import { usePages } from './use-pages.js'

const { file, visit, server } = usePages()

/** A page of Redoc, once its script has run. */
async function visitReady(path = '', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visit(path, options)
  await page.locator('main h1').waitFor()
  await page.getByText('Search Ctrl+K').first().waitFor({ state: 'attached' })
  return page
}

const widths = [desktop, phone].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...width, colorScheme })),
)

it.each(widths)(
  'the pages have no fault that axe finds at $name width, in $colorScheme colours',
  async ({ viewport, colorScheme }) => {
    const page = await visitReady('#/issuer-quotes/createissuerquote', { viewport, colorScheme })
    await page.locator('[data-active=true]').last().waitFor({ state: 'attached' })
    await showAll(page)
    expect(await violations(page)).toEqual([])
  },
)

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
  ['#try', 'Try it'],
  ['#/issuer-quotes/createissuerquote', 'Create issuer quote'],
])('the address %s leads to a page with a title of its own: %s', async (path, title) => {
  const page = await visitReady(path)
  await expect.poll(() => page.title()).toMatch(new RegExp(`^${title}.* · ${document.info.title}$`))
})

it('the addresses of index.html lead to what there is', async () => {
  const page = await visit()
  await page.locator('main h1').waitFor()
  const addresses = await page
    .locator(':is(a, link)[href]')
    .evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ href }) => href))
  expect(addresses.length).toBeGreaterThan(20)
  const own = addresses.filter((address) => address.startsWith(server().url))
  for (const address of own) {
    expect(address).toContain('/project/')
    expect((await fetch(address)).status, address).toBe(200)
  }
  for (const name of ['all.md', 'llms.txt', 'licences.txt'])
    expect(own).toContain(`${server().url}/project/${name}`)
})

it('index.html is described, and names its form in Markdown', async () => {
  const page = await visit()
  expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/\w{4}/)
  const alternate = page.locator('head link[rel=alternate][type="text/markdown"]')
  expect(await alternate.getAttribute('href')).toBe('all.md')
})

it.each([
  ['who gets the money', 'concepts/who-gets-the-money', 'Who gets the money'],
  ['is it sent twice', 'concepts/is-it-sent-twice', 'Is it sent twice'],
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
  await expect.poll(() => page.title()).toBe(`${title} · ${document.info.title}`)
})

it.each([
  ['how do I try it', ['Quickstart'], 'Start the mock'],
  ['what is ERR_TIMEOUT', ['Errors and outcomes', 'ERR_TIMEOUT'], 'was over'],
  ['may I send it again', ['Errors and outcomes', 'May I send it again'], 'calls PUT idempotent'],
  ['which networks', ['Concepts', 'Networks and assets'], 'ARBITRUM_ONE'],
  ['who gets the money', ['who gets the money'], 'No call here sends'],
  ['what we rely on', ['what we rely on'], 'confirmed by your provider'],
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
  await page.getByText('Whose service is it?').first().waitFor()
  await page.getByRole('link', { name: 'All of it in Markdown' }).first().click()
  expect(page.url()).toMatch(/\/project\/all\.md$/)
  expect(await page.locator('body').innerText()).toContain('## Quickstart')
})

it('index.html has at most 1.81 MB, which are 0.84 MB gzipped', async () => {
  const page = await readFile(file)
  expect(page.length).toBeLessThan(1_810_000)
  expect(gzipSync(page, { level: 9 }).length).toBeLessThan(840_000)
})

it('licences.txt names what Redoc and the client in the pages are made of', async () => {
  const licences = await readFile(join(dirname(file), 'licences.txt'), 'utf8')
  expect(licences).toMatch(/^ +redoc@/m)
  expect(licences).toMatch(/^oauth4webapi [\d.]+, MIT/m)
})
