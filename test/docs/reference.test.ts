import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readGuides } from '../../scripts/docs/guides.js'
import { refuseHtml } from '../../scripts/docs/refuse-html.js'
import { dereference } from '../../scripts/lib/document.js'
import { desktop, phone, see } from '../support/browser.js'
import { cases } from '../support/cases.js'
import { document, operations } from '../support/document.js'
import { must } from '../support/run.js'
import { seeNothingCutOff, usePages } from './open-pages.js'

const { folder, open } = usePages()
const guides = await readGuides()

/** Where the pages have an operation. */
const places: Readonly<Record<string, string>> = {
  putCryptoDestinationAddress: '/crypto-destination-addresses/putcryptodestinationaddress',
  createStablecoinConversion: '/stablecoin-conversions/createstablecoinconversion',
  createIssuerQuote: '/issuer-quotes/createissuerquote',
}

const widthsOf = (all: readonly Element[]): number[] =>
  all.map((one) => (one as HTMLImageElement).naturalWidth)

interface Shape {
  readonly properties?: object
}

describe.each([desktop, phone])('at $name width', (width) => {
  it('the first screen says what this is, and leads on', async () => {
    const page = await open('index.html', width)
    await see(page, 'Whose service is it?')
    await seeNothingCutOff(page)
    await page.getByRole('link', { name: 'who gets the money' }).click()
    await see(page, 'Who gets the money')
  })

  it.each(operations)('the reference has $id with its fields, scope and samples', async (one) => {
    const { id, path, parameters } = one
    const page = await open(`index.html#${places[id] ?? ''}`, width)
    const part = page.locator(`[data-section-id="${places[id] ?? ''}"]`).last()
    for (const text of [path, ...one.scopes]) await see(part, text)
    for (const { name } of parameters) await see(part, name)
    const schema = dereference(document, one.request ?? {}) as Shape & { oneOf?: Shape[] }
    const [{ properties = {} } = schema] = schema.oneOf ?? []
    for (const name of Object.keys(properties)) await see(part, name)
    const sample = expect.stringContaining(`await client.${id}({`) as string
    await expect.poll(() => part.locator('pre').allTextContents()).toContainEqual(sample)
    await seeNothingCutOff(page)
  })

  // It takes half a minute. What is cut off is cut off at the small width first.
  it.runIf(cases(true, width === phone))(
    'each guide is shown whole, and its links lead to parts of the pages',
    async () => {
      const page = await open('index.html', width)
      await page.getByTestId('search-trigger').first().waitFor({ state: 'attached' })
      /** Redoc fills a part once somebody goes there. */
      const goTo = async (place: string): Promise<Locator> => {
        await page.evaluate((address) => (location.hash = address), place)
        const part = page.locator(`main [data-section-id="${place}"]`).last()
        await part.locator(':is(h2, h3, h4)').first().waitFor()
        return part
      }
      const places: string[] = []
      for (const { name, title, text } of guides) {
        await see(await goTo(`/${name}`), title)
        const parts = page.locator(`[data-section-id="/${name}"], [data-section-id^="/${name}/"]`)
        const ownPlaces = () =>
          parts.evaluateAll((all) => all.map((one) => one.dataset['sectionId'] ?? ''))
        const content = async () => {
          const [code, widths]: [string[], number[]] = [[], []]
          for (const place of await ownPlaces()) {
            const part = await goTo(place)
            code.push(...(await part.locator('pre').allTextContents()))
            widths.push(...(await part.locator('img').evaluateAll(widthsOf)))
          }
          return { code, pictures: widths.filter((width) => width > 0).length }
        }
        const code = Array.from(text.matchAll(/^```\w+\n(.*?\n)```$/gms), ([, one]) => one)
        // The heading of a part comes before its code. A picture that cannot be read is 0 wide.
        await expect.poll(content).toEqual({ code, pictures: text.match(/^!\[/gm)?.length ?? 0 })
        await seeNothingCutOff(page)
        places.push(...(await ownPlaces()))
      }
      const linked = guides.flatMap(({ text }) => [
        ...text.matchAll(/\]\((\w[\w-]*)\.md(?:#([\w-]+))?\)/g),
      ])
      const addresses = linked.map(([, ...names]) => `/${names.filter(Boolean).join('/')}`)
      expect(addresses.length).toBeGreaterThan(20)
      expect(addresses.filter((address) => !places.includes(address))).toEqual([])
    },
  )

  it('the index of the reference of the client leads to its pages, and each of these leads back', async () => {
    const page = await open('index.html#/client', width)
    for (const name of ['ClientOptions', 'Transport']) {
      await page.getByRole('link', { name, exact: true }).first().click()
      await see(page, 'Guides and operations')
      expect(await page.locator('h1').innerText()).toContain(name)
      await seeNothingCutOff(page)
    }
    await page.getByRole('link', { name: 'Guides and operations' }).click()
    await see(page, 'Whose service is it?')
  })

  it('the reference of the client is searched without a server', async () => {
    const page = await open('client/index.html', width)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('#tsd-search input').fill('maxRetries')
    await page.locator('#tsd-search a').first().click()
    await see(page, 'ClientOptions')
    await seeNothingCutOff(page)
  })

  it('the menu leads to each guide', async () => {
    const page = await open('index.html', width)
    if (width === phone) await page.getByRole('button', { name: /navigation/ }).click()
    for (const { title } of guides)
      await page.getByRole('link', { name: title, exact: true }).first().waitFor()
  })
})

it.each([
  ['who gets the money', 'concepts/who-gets-the-money'],
  ['ERR_TIMEOUT', 'errors-and-outcomes/err_timeout'],
  ['base_amount', 'issuer-quotes/createissuerquote'],
  ['AnyClientError', 'client/stablecoin-issuer-api'],
])('a search for "%s" leads to what it is about', async (words, place) => {
  const page = await open('index.html', desktop)
  await page.getByTestId('search-trigger').first().click()
  const search = page.getByTestId('search-dialog')
  await search.locator('input').fill(words)
  const first = search.locator('a').first()
  await expect.poll(() => first.getAttribute('href')).toMatch(new RegExp(`^#/${place}(#|$)`))
})

it('what the client keeps to itself is not in its reference', async () => {
  const index = await readFile(join(folder, 'guides/client.md'), 'utf8')
  expect(index).toContain('[ApiError](../client/')
  expect(index).not.toMatch(/\[(?:CallContext|CallJournal|Claim|Kept|Limits)\]/)
  const page = await open('client/interfaces/stablecoin-issuer-api_journal.Journal.html', desktop)
  await see(page, 'settle')
  expect(await page.locator('main, .col-content').innerText()).not.toContain('claim')
})

it('llms.txt names every guide and operation, and its links lead to files', async () => {
  const text = await readFile(join(folder, 'llms.txt'), 'utf8')
  for (const { title, name } of guides) expect(text).toContain(`- [${title}](guides/${name}.md)`)
  for (const { method, path } of operations) expect(text).toContain(`\`${method} ${path}\``)
  const checked = ['--frail', '--ext', 'md,txt', '--use', 'remark-validate-links=repository:false']
  await must(['node_modules/.bin/remark', ...checked, '--no-stdout', folder])
})

it.each([
  '<iframe srcdoc="<script>parent.document.title = \'taken\'</script>"></iframe>',
  '<img src="x" onerror="document.title = \'taken\'">',
  '| a |\n|-|\n| <meta http-equiv="refresh" content="0; url=https://attacker.example/"> |',
  "- [x](javascript:document.title='taken')",
])('a description with what a page would carry out is refused: %s', (description) => {
  const read = (text: string): unknown =>
    JSON.parse(JSON.stringify({ description: text }), refuseHtml)
  expect(() => read(`Text ${description}`)).toThrow(/would carry out/)
  expect(read('Write `<base>`.')).toEqual({ description: 'Write `<base>`.' })
})
