import type { Browser, Locator, Page } from 'playwright-core'
import { limits } from './limits.js'
import { findProgram } from './tools.js'

/** Chromium of the machine; none is downloaded. */
export const chromiumPath = findProgram('chromium', 'chromium-browser', 'google-chrome')

const quiet = ['no-first-run', 'background-networking', 'component-update', 'sync', 'quic', 'gpu']

/** Playwright is one of the tools of scripts/tools/, which not everybody who imports this file has. */
export async function launch(...more: string[]): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const flags = quiet.map((name) => (name.startsWith('no-') ? `--${name}` : `--disable-${name}`))
  return chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: ['--no-sandbox', ...flags, ...more],
  })
}

export const desktop = { name: 'desktop', viewport: { width: 1440, height: 900 } }
export type Width = typeof desktop
export const phone: Width = { name: 'phone', viewport: { width: 390, height: 844 } }

/** Waits until a text can be seen in a page, or in a part of one. */
export async function see(place: Page | Locator, text: string): Promise<void> {
  const found = place.getByText(text, { exact: true }).filter({ visible: true }).first()
  await found.waitFor({ timeout: limits.poll }).catch(() => {
    throw new Error(`"${text}" cannot be seen at ${found.page().url()}`)
  })
}
