import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { desktop, phone } from '../support/browser.js'
import { document } from '../support/document.js'
import { showAll, violationsIn } from '../support/look.js'
import { usePages } from './use-pages.js'

const { file, share, visit, server } = usePages()

const widths = [desktop, phone].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...width, colorScheme })),
)

it.each(widths)(
  'the pages have no fault that axe finds at $name width, in $colorScheme colours',
  async ({ viewport, colorScheme }) => {
    const page = await visit('#/issuer-quotes/createissuerquote', { viewport, colorScheme })
    await expect.poll(() => page.title()).toBe('Create issuer quote · Stablecoin Issuer API')
    await showAll(page)
    expect(await violationsIn(colorScheme, page)).toEqual([])
  },
)

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => globalThis.document.activeElement?.textContent ?? '')

it('the keys reach the text, and the search', async () => {
  const page = await visit()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to the text')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toContain('Search')
  await page.keyboard.press('Enter')
  const search = page.getByTestId('search-dialog')
  await search.locator('input:focus').waitFor()
  await page.keyboard.type('travel rule')
  await search.getByText('Glossary').first().waitFor()
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  await page.getByText('Skip to the text').focus()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => globalThis.document.activeElement?.tagName)).toBe('MAIN')
})

it('the keys open the menu of a telephone, which covers no text', async () => {
  const page = await visit('', phone)
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
  const page = await visit('#/shutdown-and-serverless', { permissions })
  const guide = page.locator('[data-section-id^="/shutdown-and-serverless"]')
  const shown = guide.locator('pre[data-language=ts]').last()
  expect(await shown.locator('.hljs-keyword').count()).toBeGreaterThan(1)
  await shown.getByRole('button', { name: 'Copy this code' }).click()
  await expect.poll(() => shown.innerText()).toContain('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await shown.locator('code').innerText())
  expect(copied).toContain('\n\n')
})

it('the address of the form leads to a page with a title of its own', async () => {
  const page = await visit('#try')
  await expect.poll(() => page.title()).toBe(`Try it · ${document.info.title}`)
})

it('the addresses of index.html lead to what there is', async () => {
  const page = await visit()
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
  const page = await share()
  expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/\w{4}/)
  const alternate = page.locator('head link[rel=alternate][type="text/markdown"]')
  expect(await alternate.getAttribute('href')).toBe('all.md')
})

const searches = [
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
] as const

it('a search leads to what its words are about', async () => {
  const page = await visit()
  await page.keyboard.press('Control+k')
  const search = page.getByTestId('search-dialog')
  const first = search.locator('a').first()
  for (const [words, place] of searches) {
    await search.locator('input').fill(words)
    const address = new RegExp(`^#/${place}(#|$)`)
    await expect.poll(() => first.getAttribute('href'), { message: words }).toMatch(address)
    expect(await first.textContent()).not.toMatch(/<!--|written by/)
  }
  await first.click()
  await search.waitFor({ state: 'detached' })
  expect(page.url()).toContain(`#/${searches.at(-1)?.[1]}`)
  for (const [, place, title] of searches.toReversed()) {
    await page.evaluate((address) => (location.hash = address), `/${place}`)
    await expect.poll(() => page.title()).toBe(`${title} · ${document.info.title}`)
  }
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
  const page = await share('/')
  await expect.poll(() => page.title()).toBe('Stablecoin Issuer API')
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

it('index.html has at most 1.83 MB, which are 0.86 MB gzipped', async () => {
  const page = await readFile(file)
  expect(page.length).toBeLessThan(1_830_000)
  expect(gzipSync(page, { level: 9 }).length).toBeLessThan(860_000)
})

it('licences.txt names what Redoc and the client in the pages are made of', async () => {
  const licences = await readFile(join(dirname(file), 'licences.txt'), 'utf8')
  expect(licences).toMatch(/^ +redoc@/m)
  expect(licences).toMatch(/^oauth4webapi [\d.]+, MIT/m)
})
