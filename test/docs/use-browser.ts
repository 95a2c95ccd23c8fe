import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { chromiumPath, launch } from '../support/browser.js'
import { toolsAreRequired } from '../support/tools.js'

/** Where it is false, the tests that use a browser are skipped. */
export const hasBrowser = chromiumPath !== undefined || toolsAreRequired

/** Chromium for the tests of a file, which are skipped on a machine without it. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (hasBrowser) browser = await launch()
  })
  afterAll(() => browser?.close())
  beforeEach(({ skip }) =>
    skip(browser === undefined, 'chromium is not on this machine; install the package chromium'),
  )
  return () => {
    if (browser === undefined) throw new Error('chromium was not started')
    return browser
  }
}
