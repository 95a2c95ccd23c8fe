import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { readGuides } from '../../scripts/docs/guides.js'
import { readExamples } from '../../scripts/lib/examples.js'
import { faults } from '../../src/testing/faults.js'
import { desktop, phone } from '../support/browser.js'
import { operations } from '../support/document.js'
import { seeNothingCutOff, violationsIn } from '../support/look.js'
import { usePages } from './use-pages.js'

const { open, share, visit } = usePages()
const conversion = 'createStablecoinConversion'

const [real, repeating] = ['This client', 'A client that repeats everything']
const tab = (form: Locator, name: string) => form.getByRole('tab', { name })

/** The form, once the page that it is in is the one that is shown. */
async function formIn(page: Page): Promise<Locator> {
  await page.locator('[data-active=true]').getByText('Try it').waitFor({ state: 'attached' })
  const form = page.locator('#try')
  await form.locator('button[name=send]').waitFor()
  return form
}

/** The form in the pages that the tests share, with the choices that it begins with. */
async function openForm(options = {}): Promise<Locator> {
  const form = await formIn(await share('/try-it', options))
  await tab(form, real).click()
  await choose(form, conversion, 'broken')
  return form
}

/** The outcome and the line about the service in the tab of a client, once the call is over. */
async function seenBy(form: Locator, client: string): Promise<[outcome: string, service: string]> {
  await tab(form, client).click()
  const service = form.locator('output[name=service]')
  await expect.poll(() => service.textContent()).toMatch(/./)
  const outcome = await form.locator('output[name=outcome]').textContent()
  return [outcome ?? '', (await service.textContent()) ?? '']
}

async function choose(form: Locator, operation: string, fault: string): Promise<void> {
  await form.locator('select[name=operation]').selectOption(operation)
  await form.locator('select[name=fault]').selectOption(fault)
}

async function send(form: Locator, operation: string, fault: string): Promise<void> {
  await choose(form, operation, fault)
  await form.locator('button[name=send]').click()
}

type Expected = readonly [outcome: string, made: number, repeatedOutcome: string, repeated: number]

/** What each client says of a POST, and how often its service carried it out. */
const afterPost: Readonly<Record<string, Expected>> = {
  none: ['succeeded', 1, 'succeeded', 1],
  broken: ['unknown', 1, 'succeeded', 2],
  cut: ['unknown', 1, 'succeeded', 2],
  no_answer: ['unknown', 1, 'succeeded', 2],
  slow: ['unknown', 1, 'succeeded', 2],
  503: ['unknown', 0, 'succeeded', 1],
  gateway: ['unknown', 1, 'succeeded', 2],
  429: ['succeeded', 1, 'succeeded', 1],
  422: ['rejected', 0, 'failed', 0],
  refused: ['not_sent', 0, 'failed', 0],
  page: ['unknown', 1, 'succeeded', 2],
  false_success: ['unknown', 0, 'succeeded', 0],
  drift: ['succeeded', 1, 'succeeded', 1],
}
const afterPut: typeof afterPost = {
  ...afterPost,
  ...Object.fromEntries(
    ['broken', 'cut', 'no_answer', 'slow', 'gateway'].map((fault) => [
      fault,
      ['succeeded', 2, 'succeeded', 2],
    ]),
  ),
  503: ['succeeded', 1, 'succeeded', 1],
}

it.each(operations)(
  'the form says of each fault of $id what the client says, and what the service did',
  async ({ id, method, object: { summary = '' } }) => {
    const form = await openForm()
    const expected: typeof afterPost = {
      ...(method === 'PUT' ? afterPut : afterPost),
      ...(id === conversion && { reference: ['unknown', 1, 'succeeded', 1] as const }),
    }
    await form.locator('select[name=operation]').selectOption(id)
    const options = form.locator('select[name=fault] option')
    const offered = await options.evaluateAll((all) =>
      all.map((option) => (option as HTMLOptionElement).value),
    )
    expect(offered.toSorted()).toEqual(Object.keys(expected).toSorted())
    expect(offered).toEqual(expect.arrayContaining(Object.keys(faults)))
    const lineOf = (made: number): string => {
      const noun = `${id === conversion ? 'conversion' : 'call'}${made === 1 ? '' : 's'}`
      const what = made === 0 ? '' : `: ${id === conversion ? 'conversion-2031' : summary}`
      return `${made} ${noun} carried out${what}`
    }
    for (const [fault, [outcome, made, repeatedOutcome, repeated]] of Object.entries(expected)) {
      await send(form, id, fault)
      expect(await seenBy(form, repeating), fault).toEqual([repeatedOutcome, lineOf(repeated)])
      expect(await seenBy(form, real), fault).toEqual([outcome, lineOf(made)])
      const printed = await form.locator('pre').innerText()
      expect(printed).toMatch(outcome === 'succeeded' ? /^\{\n/ : /^\w+Error: .+; outcome /)
      expect(printed).not.toMatch(/\n {2,}at |fake-(?:secret|token)/)
    }
  },
)

it.each(operations)(
  'the form offers the examples of $id, which the client sends',
  async ({ id }) => {
    const form = await openForm()
    const examples = (await readExamples()).filter(({ operationId }) => operationId === id)
    await form.locator('select[name=operation]').selectOption(id)
    const choice = form.getByLabel('Example')
    const offered = await choice.locator('option').allTextContents()
    expect(offered).toEqual(examples.map(({ summary }) => summary))
    for (const { summary, request } of examples) {
      await choice.selectOption(summary)
      const body = JSON.parse(await form.getByLabel('Body').inputValue()) as object
      expect(Object.keys(body)).toEqual(Object.keys(request))
      await form.locator('select[name=fault]').selectOption('none')
      await form.locator('button[name=send]').click()
      expect(await seenBy(form, real)).toEqual(['succeeded', expect.stringMatching(/^1 /)])
    }
  },
)

it('the form shows the attempts, the error as it is printed, and what to do', async () => {
  const form = await openForm()
  await send(form, conversion, 'refused')
  await seenBy(form, real)
  const attempts = form.getByRole('listitem').filter({ hasText: /^Attempt/ })
  expect(await attempts.allInnerTexts()).toEqual([
    expect.stringMatching(/^Attempt 1: ERR_CONNECTION\s+\d+ ms$/),
    expect.stringMatching(/^Attempt 2: ERR_CONNECTION\s+\d+ ms$/),
    expect.stringMatching(/^Attempt 3: ERR_CONNECTION\s+\d+ ms$/),
  ])
  await send(form, conversion, 'broken')
  await seenBy(form, real)
  expect(await form.locator('pre').innerText()).toMatch(
    /^ConnectionError: POST .+; outcome unknown\. It may have taken effect: look it up by ref_id "conversion-2031" before you send it again\. \{\n/,
  )
  await form.getByRole('link', { name: 'After unknown' }).waitFor()
  const guide = (await readGuides()).find(({ name }) => name === 'after-unknown')
  const row = new RegExp(`^\\| \`${conversion}\` +\\| (.+?) +\\|$`, 'm').exec(guide?.text ?? '')
  const advice = await form.locator('.try-advice').innerText()
  expect(advice).toContain(row?.[1]?.replaceAll('`', '') ?? 'no row')
  await form.getByText('Your program cannot see that.').waitFor()
  await form.getByRole('link', { name: 'ERR_CONNECTION' }).click()
  await expect.poll(() => form.page().title()).toMatch(/^ERR_CONNECTION/)
})

it('the form sends again under the same reference, and a second conversion is carried out', async () => {
  const form = await openForm()
  await send(form, conversion, 'broken')
  expect(await seenBy(form, real)).toEqual(['unknown', '1 conversion carried out: conversion-2031'])
  const again = form.getByRole('button', { name: 'Send it again anyway, under the same ref_id' })
  await again.focus()
  await form.page().keyboard.press('Enter')
  await form.getByText('the documentation does not say what the real one does then').waitFor()
  expect(await again.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  expect(await seenBy(form, real)).toEqual([
    'succeeded',
    '2 conversions carried out: conversion-2031',
  ])
  const ids = await form.locator('.try-made code').allInnerTexts()
  expect(new Set(ids).size).toBe(2)
  expect(await seenBy(form, repeating)).toEqual([
    'succeeded',
    '3 conversions carried out: conversion-2031',
  ])
  // Another service, which has done nothing.
  await form.locator('button[name=send]').click()
  await expect.poll(() => seenBy(form, real)).toEqual(['unknown', expect.stringMatching(/^1 /)])
})

it('the form says that a call without a reference of its own cannot be found again', async () => {
  const form = await openForm()
  const body = form.getByLabel('Body')
  const { ref_id, ...rest } = JSON.parse(await body.inputValue()) as Record<string, unknown>
  expect(ref_id).toBe('conversion-2031')
  await body.fill(JSON.stringify(rest))
  await form.locator('button[name=send]').click()
  const id = '[\\da-f]{8}-[\\da-f-]{27}'
  const one = new RegExp(`^1 conversion carried out: ${id}$`)
  expect(await seenBy(form, real)).toEqual(['unknown', expect.stringMatching(one)])
  await form.getByRole('button', { name: 'Send it again anyway', exact: true }).click()
  await form.getByText('Each has a ref_id of its own, which the client made').waitFor()
  const two = new RegExp(`^2 conversions carried out: ${id}, ${id}$`)
  expect(await seenBy(form, real)).toEqual(['succeeded', expect.stringMatching(two)])
  expect(await seenBy(form, repeating)).toEqual(['succeeded', '3 conversions carried out'])
  await form.getByText('None of them has a ref_id').waitFor()
})

it('the form names the call that it shows', async () => {
  const form = await openForm()
  await send(form, 'createIssuerQuote', '503')
  await form.locator('select[name=operation]').selectOption(conversion)
  await form.getByText('Create issuer quote: 503, nothing done', { exact: true }).waitFor()
  const names = ['What your program sees', 'What the service did']
  for (const name of names) expect(await form.getByRole('status', { name }).count()).toBe(1)
})

it('the form sends what somebody writes, and names what is wrong with it', async () => {
  const form = await openForm()
  const body = form.getByLabel('Body')
  await body.fill('{ "amount": ')
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await form.getByRole('alert').filter({ hasText: 'The body is not JSON' }).waitFor()
  expect(await body.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
    true,
  )
  for (const [text, message] of [
    ['{ "amount": "-1" }', 'amount must be a decimal string'],
    ['null', 'invalid request'],
  ] as const) {
    await body.fill(text)
    await send(form, conversion, 'broken')
    await body.fill(text)
    await form.locator('button[name=send]').click()
    await expect.poll(() => seenBy(form, real)).toEqual(['not_sent', '0 conversions carried out'])
    expect(await form.locator('pre').innerText()).toContain(message)
  }
})

it('the form carries a large body out, and refuses a larger one in a sentence', async () => {
  const form = await openForm()
  const write = (length: number) =>
    form.getByLabel('Body').evaluate((element, length) => {
      const body = element as HTMLTextAreaElement
      const metadata = { text: 'x'.repeat(length) }
      body.value = JSON.stringify({ ...(JSON.parse(body.value) as object), metadata })
    }, length)
  await write(400_000)
  await form.locator('button[name=send]').click()
  expect(await seenBy(form, repeating)).toEqual([
    'succeeded',
    '2 conversions carried out: conversion-2031',
  ])
  await write(1_100_000)
  await form.locator('button[name=send]').click()
  await form.getByRole('alert').filter({ hasText: 'more than 1 MiB' }).waitFor()
})

it('the form shows what fails within it, and is not busy after that', async () => {
  const form = await formIn(await open('/try-it'))
  // No token can be made without it.
  await form.evaluate(() => Object.assign(globalThis, { URLSearchParams: undefined }))
  await send(form, conversion, 'none')
  await tab(form, repeating).click()
  await form.getByRole('alert').filter({ hasText: 'The form failed' }).waitFor()
  expect(await form.getByRole('tabpanel').getAttribute('aria-busy')).toBe('false')
  expect(await form.locator('pre').innerText()).toContain('no token was granted')
})

it('the keys choose, send and change the tab', async () => {
  const form = await openForm()
  const { keyboard } = form.page()
  await form.getByLabel('Operation').focus()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('c')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  const outcome = form.getByRole('status').first()
  await expect.poll(() => outcome.textContent()).toBe('not_sent')
  await keyboard.press('Tab')
  const focused = () => form.locator(':focus').textContent()
  expect(await focused()).toBe(real)
  await keyboard.press('ArrowRight')
  expect(await focused()).toBe(repeating)
  expect(await tab(form, repeating).getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => outcome.textContent()).toBe('failed')
  await keyboard.press('ArrowRight')
  expect(await focused()).toBe(real)
  await keyboard.press('End')
  await keyboard.press('Tab')
  expect(await form.locator(':focus').getAttribute('role')).toBe('tabpanel')
  expect(await form.getByRole('tabpanel', { name: repeating }).count()).toBe(1)
})

it('the form keeps what it shows while other pages are read', async () => {
  const form = await openForm()
  const page = form.page()
  await send(form, conversion, 'broken')
  await seenBy(form, real)
  for (const name of ['Concepts', 'Try it'])
    await page.getByRole('link', { name, exact: true }).first().click()
  await formIn(page)
  expect(await seenBy(form, real)).toEqual(['unknown', '1 conversion carried out: conversion-2031'])
})

const looks = [desktop, phone].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...width, colorScheme })),
)

it.each(looks)(
  'the form has no fault that axe finds, and cuts nothing off, at $name width in $colorScheme colours',
  async ({ viewport, colorScheme }) => {
    const form = await openForm({ viewport, colorScheme })
    const page = form.page()
    for (const [fault, client, outcome] of [
      ['broken', repeating, 'succeeded'],
      ['broken', real, 'unknown'],
      ['refused', real, 'not_sent'],
    ] as const) {
      await send(form, conversion, fault)
      expect(await seenBy(form, client)).toContain(outcome)
      expect(await violationsIn(colorScheme, page, '#try')).toEqual([])
      await seeNothingCutOff(page)
    }
  },
)

it('the form shows what came of the call on the screen of a telephone, without scrolling', async () => {
  const form = await formIn(await open('/try-it', phone))
  const { height } = phone.viewport
  await send(form, conversion, 'broken')
  await seenBy(form, real)
  for (const name of ['outcome', 'service']) {
    const { y = 0 } = (await form.locator(`output[name=${name}]`).boundingBox()) ?? {}
    expect(y).toBeGreaterThan(48)
    expect(y).toBeLessThan(height - 40)
  }
})

it('the form is in the pages from a server as well, which say without a script that it needs one', async () => {
  const page = await visit()
  await page.locator('#try select[name=fault]').waitFor({ state: 'attached' })
  const without = await visit('', { javaScriptEnabled: false })
  expect(await without.locator('noscript').innerText()).toContain('“Try it” need a script')
})
