import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { chromiumPath, launch, type Width } from '../support/browser.js'
import { limits } from '../support/limits.js'
import { must, script } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { toolsAreRequired } from '../support/tools.js'

/** The pages: those of our own document, written once for all tests, or those of a provider's folder. */
export interface Pages {
  readonly folder: string
  /** Opens a page from its file, as a double click does: `index.html#/quickstart`. */
  readonly open: (address: string, width: Width) => Promise<Page>
}

/** After each test its pages are closed. They printed no error, and asked no host for anything. Without Chromium, tests are skipped. */
export function usePages(...options: readonly string[]): Pages {
  const folder = options.length === 0 ? inject('pages') : scratchFolder()
  let browser: Browser | undefined
  const opened: Page[] = []
  const problems: string[] = []

  beforeAll(async () => {
    if (chromiumPath === undefined && !toolsAreRequired) return
    browser = await launch()
    if (options.length > 0) await must(script('docs', '--out', folder, ...options))
  })
  afterAll(() => browser?.close())
  beforeEach(({ skip }) =>
    skip(browser === undefined, 'chromium is not on this machine; install the package chromium'),
  )
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.close()
    expect(problems.splice(0)).toEqual([])
  })

  const open: Pages['open'] = async (address, { viewport }) => {
    if (browser === undefined) throw new Error('chromium was not started')
    const page = await browser.newPage({ viewport })
    opened.push(page)
    page.setDefaultTimeout(limits.poll)
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('requestfinished', (request) => {
      if (!/^(?:file|data|blob):/.test(request.url())) problems.push(request.url())
    })
    page.on('requestfailed', (request) => void problems.push(request.url()))
    await page.goto(pathToFileURL(join(folder, address.split('#')[0] ?? '')).href + hashOf(address))
    return page
  }
  return { folder, open }
}

const hashOf = (address: string): string => /#.*/.exec(address)?.[0] ?? ''

/** Waits until no part of a page is wider than its place, and is cut off there. A table can be moved within its box. */
export async function seeNothingCutOff(page: Page): Promise<void> {
  const cutOff = () =>
    page.evaluate(() => {
      const wide = [...document.querySelectorAll('body, body *')].filter(
        (element) =>
          element.clientWidth > 0 &&
          !element.matches('.md-table-wrapper') &&
          element.scrollWidth > element.clientWidth + 1 &&
          (getComputedStyle(element).overflowX !== 'visible' || element.tagName === 'BODY'),
      )
      return wide.map((element) => element.textContent.slice(0, 80))
    })
  await expect.poll(cutOff).toEqual([])
}
