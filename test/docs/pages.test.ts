import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { placeOf, readGuides } from '../../scripts/docs/guides.js'
import { outsideCode } from '../../scripts/docs/redoc-text.js'
import { addressOf, introduction } from '../../scripts/docs/shown.js'
import { languages } from '../../scripts/generate/read/samples.js'
import type { Json } from '../../scripts/lib/document.js'
import { desktop, phone, see } from '../support/browser.js'
import { document, find, operations } from '../support/document.js'
import { choose, expandAll, seeNothingCutOff, seriousViolations, showAll } from '../support/look.js'
import { root } from '../support/run.js'
import { resolvedBodies, wordsOf } from '../support/schema-words.js'
import { usePages } from './use-pages.js'

/** Where the pages have each operation. */
const links = Object.fromEntries(operations.map((each) => [each.id, addressOf(each)]))
const sampled = operations.filter(({ object }) => 'x-codeSamples' in object).map(({ id }) => id)
const conversion = 'createStablecoinConversion'
const alternatives = [
  'CryptoDestinationAddressByNetworkAddress',
  'CryptoDestinationAddressById',
] as const
const { file, open, share } = usePages()

/** Redoc shows the values of an enum in quotes. */
async function seeWords(part: Locator, schema: Json | undefined): Promise<void> {
  for (const word of wordsOf(schema)) await see(part, /^[A-Z]/.test(word) ? `"${word}"` : word)
}

/** The part of the pages that is at an address. */
const partAt = (page: Page, address = '') => page.locator(`[data-section-id="${address}"]`).last()

describe.each([desktop, phone])('the reference pages at $name width', (width) => {
  it('start with what to know before the first call', async () => {
    const page = await share('/', width)
    await see(page, 'Before your first call')
    expect(await page.title()).toBe(document.info.title)
    for (const topic of ['Token.', 'Scopes.', 'Amounts are strings', 'ref_id'])
      await see(page, topic)
    await see(page, "What the service's documentation leaves open")
    // A variable would be shown as a path below the address of the pages.
    expect(await page.getByText('{base_url}').filter({ visible: true }).count()).toBe(1)
  })

  it('say on the first screen what this is, whose it is, and how to try it', async () => {
    const page = await share('/', width)
    for (const { object, id } of operations)
      await page
        .getByRole('link', { name: object.summary ?? id })
        .first()
        .waitFor()
    await see(page, 'Whose service is it?')
    // Neither the version of the document nor its licence is the service's.
    expect(await page.locator('h1').allTextContents()).toEqual([document.info.title])
    expect(await page.getByText('MIT', { exact: true }).count()).toBe(0)
    const top = page.getByText('Try it now.').first()
    await expect.poll(async () => (await top.boundingBox())?.y).toBeLessThan(width.viewport.height)
    await page.getByRole('link', { name: 'Quickstart' }).last().click()
    await expect.poll(() => page.title()).toMatch(/^Quickstart/)
  })

  it.each(operations.map(({ id }) => id))('show %s whole, and are accessible', async (id) => {
    const { object, path } = find(id)
    const page = await share(links[id], width)
    const part = partAt(page, links[id])
    await part.getByRole('heading', { name: object.summary ?? id }).waitFor()
    await see(part, path)
    await see(part, object.security?.[0]?.['oauth2']?.[0] ?? 'a scope')
    const [request, response] = resolvedBodies(id)
    for (const { name } of find(id).parameters) await see(part, name)
    const shapes = (request?.['oneOf'] ?? [request ?? null]) as Json[]
    for (const [index, shape] of shapes.entries()) {
      if (index > 0) await choose(part, ...alternatives)
      await expandAll(part)
      await seeWords(part, shape)
    }
    await part.getByRole('heading', { name: 'Responses' }).first().scrollIntoViewIfNeeded()
    await expandAll(part)
    await seeWords(part, response)
    await seeNothingCutOff(page)
    expect(await seriousViolations(page, `[data-section-id="${links[id]}"]`)).toEqual([])
  })
})

it.each([desktop, phone])(
  'the guides are shown whole from top to bottom at $name width, and the menu leads to each',
  async (width) => {
    const page = await share('/', width)
    await showAll(page)
    const guides = await readGuides()
    const texts = [introduction(document), ...guides.map(({ text }) => text)].join('\n')
    const codes = Array.from(texts.matchAll(/^```\w+\n(.*?)\n```$/gms), ([, code]) => code)
    expect(await page.locator('pre[data-language] > code').allInnerTexts()).toEqual(codes)
    const outside = outsideCode(texts, (part) => part.replace(/`/g, '')).replace(
      /^```.*?^```$/gms,
      '',
    )
    const headings = Array.from(outside.matchAll(/^#{2,} (.+)$/gm), ([, heading = '']) => heading)
    const shown = await page.locator('main :is(h2, h3, h4)').allInnerTexts()
    expect(shown).toEqual(expect.arrayContaining(headings))
    await seeNothingCutOff(page)
    for (const { name, title } of guides) {
      await page.evaluate((place) => (location.hash = place), placeOf(name))
      await expect.poll(() => page.title()).toBe(`${title} · ${document.info.title}`)
    }
  },
)

it.each([desktop, phone])(
  'the reference pages show the samples of every operation as they are at $name width',
  async (width) => {
    const page = await share(links[conversion], width)
    const samples = sampled.map((id) => `[data-section-id="${links[id]}"] pre`).join()
    let current = 'TypeScript'
    for (const { lang, file: name } of languages) {
      // What is chosen for one operation is shown for each.
      if (lang !== current) await choose(partAt(page, links[conversion]), current, lang)
      current = lang
      for (const id of sampled) {
        const source = await readFile(join(root, 'openapi/samples', id, name), 'utf8')
        const shown = partAt(page, links[id]).locator('pre')
        await expect.poll(() => shown.allTextContents()).toContain(source)
      }
      await seeNothingCutOff(page)
      expect(await seriousViolations(page, samples)).toEqual([])
    }
  },
)

it('the pages say that they have no page at an address that cannot be decoded, and their menu leads on', async () => {
  const page = await open('/%E0%A4%')
  await see(page, 'No page at this address')
  await page.getByRole('link', { name: 'Quickstart' }).first().click()
  await expect.poll(() => page.title()).toMatch(/^Quickstart/)
})

it('the reference pages are one file that names no other host to load from', async () => {
  const page = await readFile(file, 'utf8')
  expect(/<(script|link|iframe) [^>]*(src|href)=["']?(https?:)?\/\//.exec(page)).toBeNull()
  expect(page.includes('cdn.redoc.ly/redoc/logo')).toBe(false)
  expect(page.includes('"disableTelemetry":true')).toBe(true)
  expect(page.includes("default-src 'none'")).toBe(true)
})

it('the reference pages do not offer a field that an alternative forbids', async () => {
  const link = links['putCryptoDestinationAddress']
  const part = partAt(await open(link), link)
  await see(part, 'nickname')
  const names = await part.locator('.schema-name').allTextContents()
  expect(names.slice(0, 3)).toEqual(['crypto_network', 'address', 'nickname'])
  await choose(part, ...alternatives)
  const other = await part.locator('.schema-name').allTextContents()
  expect(other.slice(0, 3)).toEqual(['id', 'nickname', 'bookmarked_status'])
})
