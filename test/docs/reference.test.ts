import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readGuides } from '../../scripts/docs/guides.js'
import { refuseHtml } from '../../scripts/docs/refuse-html.js'
import { scopesOf } from '../../scripts/lib/document.js'
import { brokenLinks } from '../../scripts/lint/links.js'
import { desktop, phone, see } from '../support/browser.js'
import { operations } from '../support/document.js'
import { resolvedBodies } from '../support/schema-words.js'
import { seeNothingCutOff, usePages } from './open-pages.js'

const { folder, open } = usePages()
const guides = await readGuides()

/** Where the pages have an operation. */
const places: Readonly<Record<string, string>> = {
  putCryptoDestinationAddress: '/crypto-destination-addresses/putcryptodestinationaddress',
  createStablecoinConversion: '/stablecoin-conversions/createstablecoinconversion',
  createIssuerQuote: '/issuer-quotes/createissuerquote',
}

describe.each([desktop, phone])('at $name width', (width) => {
  it('the first screen says what this is, and leads on', async () => {
    const page = await open('index.html', width)
    await see(page, 'Whose service is it?')
    await see(page, 'Before your first call')
    await seeNothingCutOff(page)
    await page.getByRole('link', { name: 'who gets the money' }).click()
    await see(page, 'Who gets the money')
  })

  it.each(operations)('the reference has $id with its fields, scope and samples', async (one) => {
    const { id, path, parameters } = one
    const page = await open(`index.html#${places[id] ?? ''}`, width)
    const part = page.locator(`[data-section-id="${places[id] ?? ''}"]`).last()
    for (const text of [path, ...scopesOf(one)]) await see(part, text)
    for (const { name } of parameters) await see(part, name)
    const [{ oneOf, ...request } = {}] = resolvedBodies(id)
    const [shape = request] = (oneOf ?? []) as object[]
    for (const name of Object.keys((shape as { properties: object }).properties))
      await see(part, name)
    const sample = await readFile(`openapi/samples/${id}/typescript.ts`, 'utf8')
    await expect.poll(() => part.locator('pre').allTextContents()).toContain(sample)
    await seeNothingCutOff(page)
  })

  it('each guide is shown, and its links lead to a part of the pages', async () => {
    const parts: (string | null)[] = []
    for (const { name, title } of guides) {
      const page = await open(`index.html#/${name}`, width)
      await see(page, title)
      const own = page.locator(`[data-section-id^="/${name}"]`)
      await seeNothingCutOff(page)
      parts.push(
        ...(await own.evaluateAll((all) => all.map((one) => one.getAttribute('data-section-id')))),
      )
      await page.close()
    }
    const linked = guides.flatMap(({ text }) => [
      ...text.matchAll(/\]\((\w[\w-]*)\.md(?:#([\w-]+))?\)/g),
    ])
    const addresses = linked.map(([, name = '', part]) => `/${name}${part ? `/${part}` : ''}`)
    expect(addresses.length).toBeGreaterThan(20)
    expect(addresses.filter((address) => !parts.includes(address))).toEqual([])
  })

  it('the menu has each guide', async () => {
    const page = await open('index.html', width)
    if (width === phone) await page.getByRole('button', { name: /navigation/ }).click()
    for (const { title } of guides)
      await page.getByRole('link', { name: title, exact: true }).first().waitFor()
  })
})

it.each([
  ['who gets the money', 'concepts/who-gets-the-money'],
  ['rate limit', 'concepts/rate-limits'],
  ['ERR_TIMEOUT', 'errors-and-outcomes/err_timeout'],
  ['base_amount', 'issuer-quotes/createissuerquote'],
  ['mutual TLS', 'proxies/mutual-tls'],
])('a search for "%s" leads to what it is about', async (words, place) => {
  const page = await open('index.html', desktop)
  await page.getByTestId('search-trigger').first().click()
  const search = page.getByTestId('search-dialog')
  await search.locator('input').fill(words)
  const first = search.locator('a').first()
  await expect.poll(() => first.getAttribute('href')).toMatch(new RegExp(`^#/${place}(#|$)`))
  await first.click()
  await search.waitFor({ state: 'detached' })
  expect(page.url()).toContain(`#/${place}`)
})

it('llms.txt names every guide and operation, and its links lead to files', async () => {
  const text = await readFile(join(folder, 'llms.txt'), 'utf8')
  for (const { title, name } of guides) expect(text).toContain(`- [${title}](guides/${name}.md)`)
  for (const { method, path } of operations) expect(text).toContain(`\`${method} ${path}\``)
  const files = ['llms.txt', ...guides.map(({ name }) => `guides/${name}.md`)]
  expect(brokenLinks({ root: folder, files })).toEqual([])
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
