import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { desktop, phone, see } from '../support/browser.js'
import { seeNothingCutOff, violations } from '../support/look.js'
import { run, script } from '../support/run.js'
import { usePages } from './use-pages.js'

const { file, share } = usePages('--overlay', 'test/docs/acme.overlay.yaml')

const reads = ['listAcmeConversions', 'getAcmeConversion']

it.each([...reads, 'cancelAcmeConversion'])(
  'the pages of a provider have %s, and its form gets an answer after a lost one, or says that nobody knows',
  async (id) => {
    const page = await share('/try-it')
    const form = page.locator('#try')
    await form.locator('select[name=operation]').selectOption(id)
    const input = form.getByLabel('Parameters')
    expect(Object.keys(JSON.parse(await input.inputValue()) as object)).toHaveLength(1)
    const outcome = form.locator('output[name=outcome]')
    await form.locator('select[name=fault]').selectOption('none')
    await form.locator('button[name=send]').click()
    await expect.poll(() => outcome.textContent()).toBe('succeeded')
    expect(await form.locator('pre').innerText()).toContain('3f2504e0-4f89-41d3-9a0c-0305e82c3301')
    await form.locator('select[name=fault]').selectOption('broken')
    await form.locator('button[name=send]').click()
    const word = reads.includes(id) ? 'succeeded' : 'unknown'
    await expect.poll(() => form.locator('.try-call').textContent()).toContain('Answer lost')
    await expect.poll(() => outcome.textContent()).toBe(word)
    await input.fill('{ "id": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "more": 1 }')
    await form.locator('button[name=send]').click()
    await expect.poll(() => outcome.textContent()).toBe('not_sent')
    await seeNothingCutOff(page)
  },
)

it('the pages of a provider make a conversion once, where it promises the first answer', async () => {
  const page = await share('/try-it')
  const form = page.locator('#try')
  await form.locator('select[name=operation]').selectOption('createStablecoinConversion')
  await form.locator('select[name=fault]').selectOption('broken')
  await form.locator('button[name=send]').click()
  await expect
    .poll(() => form.locator('output').allTextContents())
    .toEqual(['succeeded', '1 conversion carried out: conversion-2031'])
})

it.each([desktop, phone])(
  'the pages of a provider show what it says beside ours at $name width',
  async (width) => {
    const page = await share('/stablecoin-conversions/cancelacmeconversion', width)
    await see(page, '/v2/conversion/stablecoins/acme/{id}/cancel')
    for (const title of ['Create stablecoin conversion', 'List Acme conversions'])
      await page.getByRole('heading', { name: title }).first().waitFor()
    for (const word of ['"ACME_CLOSED"', '4XX']) await see(page, word)
    await seeNothingCutOff(page)
    expect(await violations(page)).toEqual([])
  },
)

it('the pages of a provider have samples of ours for calls that it leaves as they are', async () => {
  const page = await readFile(file, 'utf8')
  expect(page).toContain('client.createIssuerQuote(')
  const all = await readFile(join(dirname(file), 'all.md'), 'utf8')
  expect(all).toContain('**Look-up.** `listAcmeConversions` finds what it made.')
  expect(all).toMatch(/^\| `acme_purpose` \| string \| yes \|/m)
})

it('the pages refuse an overlay in a sentence with its line', async () => {
  const { code, stderr } = await run(script('docs', '--overlay', 'package.json'))
  expect(code).toBe(1)
  expect(stderr).toMatch(/^package\.json:1: [^\n]+\n$/)
})
