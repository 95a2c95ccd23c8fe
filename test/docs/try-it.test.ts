import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { readProvider } from '../../scripts/lib/read-provider.js'
import type { ProviderData } from '../../scripts/overlay/kept.js'
import { desktop, phone, see } from '../support/browser.js'
import { must, script } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { seeNothingCutOff, usePages } from './open-pages.js'

const { open } = usePages()
/** A folder of JavaScript, as the guide makes it. */
const acme = join(scratchFolder(), 'acme')
const overlay = 'openapi/guides/examples/your-provider/acme.overlay.yaml'
beforeAll(() => must(script('overlay/main', overlay, '--out', acme, '--js')))
const ofAcme = usePages('--provider', acme)

/** Sends what the form has, and reads the outcome and what the service did. */
async function send(page: Page, trouble: string): Promise<unknown[]> {
  await page.getByLabel('What goes wrong').selectOption(trouble)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('#results[aria-busy=false]').waitFor()
  return [await page.locator('#outcome').innerText(), await page.locator('#service').innerText()]
}

type Row = readonly [outcome: string, carriedOut: 0 | 1 | 2]

/** What the client says of a conversion, and how often the service made it. */
const conversions: Readonly<Record<string, Row>> = {
  none: ['succeeded', 1],
  broken: ['unknown', 1],
  refused: ['succeeded', 1],
  false_success: ['unknown', 0],
  503: ['unknown', 0],
  422: ['rejected', 0],
}
/** Only what was carried out is found. */
const lookedUp: typeof conversions = {
  broken: ['succeeded', 1],
  no_answer: ['succeeded', 1],
  503: ['unknown', 0],
}
/** An address is sent again. */
const addresses: typeof conversions = { broken: ['succeeded', 2], 503: ['succeeded', 1] }

const said = ([outcome, count]: Row) => [
  outcome,
  `${count} call${count === 1 ? '' : 's'} carried out`,
]

it.each([
  ['createStablecoinConversion', conversions],
  ['createStablecoinConversion with a look-up', lookedUp],
  ['putCryptoDestinationAddress', addresses],
])('Try it shows for %s what a program sees, and what the service did', async (title, rows) => {
  const [id = ''] = title.split(' ')
  const page = await open(`try-it.html#${id}`, desktop)
  const choice = page.getByLabel('With a look-up')
  expect(await choice.isVisible()).toBe(rows !== addresses)
  if (rows === lookedUp) await choice.check()
  expect(await page.getByLabel('Operation').inputValue()).toBe(id)
  for (const [trouble, row] of Object.entries(rows))
    expect(await send(page, trouble), trouble).toEqual(said(row))
})

it.each([desktop, phone])(
  'Try it shows the end of a call without scrolling at $name width',
  async (width) => {
    const page = await open('try-it.html', width)
    await page.getByLabel('Every attempt meets it').check()
    expect(await send(page, 'refused')).toEqual(said(['not_sent', 0]))
    await see(page, '3 attempts')
    await expect
      .poll(async () => (await page.locator('#outcome').boundingBox())?.y)
      .toBeLessThan(width.viewport.height)
    await seeNothingCutOff(page)
    await page.getByRole('link', { name: 'ERR_CONNECTION' }).click()
    await see(page, 'ERR_CONNECTION')
    expect(page.url()).toMatch(/\/index\.html#\/errors-and-outcomes\/err_connection$/)
  },
)

it('Try it is linked from its operation, and sends what somebody writes', async () => {
  const reference = '#/stablecoin-conversions/createstablecoinconversion'
  const page = await open(`index.html${reference}`, desktop)
  const part = page.locator(`[data-section-id="${reference.slice(1)}"]`).last()
  await part.getByRole('link', { name: 'Try it' }).click()
  const body = page.getByLabel('Body and parameters')
  await body.fill('{ "amount": ')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').filter({ hasText: 'The body is not JSON' }).waitFor()
  await body.fill('{ "amount": "-1" }')
  expect(await send(page, 'broken')).toEqual(said(['not_sent', 0]))
  expect(await page.locator('#message').innerText()).toContain('amount must be a decimal string')
})

it.each<[string, sample: string, says: readonly string[]]>([
  [
    '/stablecoin-conversions/createstablecoinconversion',
    "import { provider } from './acme/index.js'",
    [
      ': the client looks it up with findConversions by ref_id, with limit = 20, its default.',
      ': the client sends it again under the same ref_id for 24 hours; a repeat gets the first answer.',
      'Acme refuses the conversion.',
    ],
  ],
  [
    '/other-operations/findconversions',
    'await client.findConversions()',
    [' go on by cursor from next_cursor.', ': the client sends it again as a GET may be.'],
  ],
  [
    '/other-operations/stopconversion',
    'await client.stopConversion({',
    [' is not described: after ', ' unknown', ', the client does not send it again.'],
  ],
])('the pages of a provider say at %s what its overlay promises', async (place, sample, says) => {
  const page = await ofAcme.open(`index.html#${place}`, desktop)
  const part = page.locator(`[data-section-id="${place}"]`).last()
  const shown = expect.stringContaining(sample) as string
  await expect.poll(() => part.locator('pre').allTextContents()).toContainEqual(shown)
  const text = (await part.innerText()).replaceAll(/\s+/g, ' ')
  for (const sentence of says) expect(text).toContain(sentence.trim())
  expect(text).not.toContain('does not say what a repeated')
  await seeNothingCutOff(page)
})

it('the pages of a provider show the answer that the fake makes up', async () => {
  const place = '/other-operations/readconversion'
  const page = await ofAcme.open(`index.html#${place}`, desktop)
  const part = page.locator(`[data-section-id="${place}"]`).last()
  const { provider } = await readProvider(acme)
  const { base } = (provider as object as ProviderData).exampleAnswers['readConversion'] ?? {}
  const members = async () => {
    const text = await part.innerText()
    const pairs = Array.from(text.matchAll(/"(\w+)": "(.*)"/g), ([, name = '', value]) => [
      name,
      value,
    ])
    return Object.fromEntries(pairs) as object
  }
  await expect.poll(members).toEqual(base)
  expect(await part.innerText()).toContain(`id: '${(base as { id: string }).id}'`)
})

it('the pages of a provider have its operations, its look-up, and its promise that a repeat gets the first answer', async () => {
  const page = await ofAcme.open('index.html#/other-operations/stopconversion', desktop)
  await see(page, '/v2/acme/conversions/{id}/stop')
  await page.goto(page.url().replace(/index\.html.*/, 'try-it.html#findConversions'))
  expect(await send(page, 'broken')).toEqual(['succeeded', expect.any(String)])
  await page.getByLabel('Operation').selectOption('createStablecoinConversion')
  expect(await send(page, 'broken')).toEqual(said(['succeeded', 1]))
  await see(page, 'A look-up found it. The call gives its data after 1 attempt.')
  await page.getByLabel('With a look-up').uncheck()
  expect(await send(page, 'broken')).toEqual(said(['succeeded', 1]))
  await see(page, 'The call gives its data after 2 attempts.')
})
