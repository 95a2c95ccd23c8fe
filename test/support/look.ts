import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Opens everything that is folded in a part of the pages. */
export async function expandAll(part: Locator): Promise<void> {
  // All in one go: one that was clicked changes its name, and with it the place of those after it.
  await part.getByRole('button', { name: 'Expand all' }).evaluateAll((buttons) => {
    for (const button of buttons as HTMLElement[]) if (button.checkVisibility()) button.click()
  })
  // Redoc dims a button until its part is open.
  await expect.poll(() => part.locator('button[style*="opacity: 0"]').count()).toBe(0)
}

/** Waits until Redoc, which goes back to the heading as often as the page grows, has stopped scrolling. */
async function stillness(page: Page): Promise<void> {
  let before: number | undefined
  for (let now = -1; now !== before;) {
    before = now
    await page.waitForTimeout(200)
    now = await page.evaluate(() => globalThis.scrollY)
  }
}

/** Chooses from the menu that a button in a part of the pages opens. */
export async function choose(part: Locator, current: string, wanted: string): Promise<void> {
  const page = part.page()
  await stillness(page)
  await part.getByRole('button', { name: current, exact: true }).first().click()
  await page.getByRole('menuitem', { name: wanted, exact: true }).click()
}

/** Waits until nothing is cut off at the edge of a box: Redoc shows choices side by side until it has measured them. */
export async function seeNothingCutOff(page: Page): Promise<void> {
  await expect.poll(() => cutOff(page)).toEqual([])
}

/** What is cut off, in the words that are cut. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = [...globalThis.document.querySelectorAll('body, body *')].filter(
      (element) =>
        element.clientWidth > 0 &&
        element.scrollWidth > element.clientWidth + 1 &&
        (getComputedStyle(element).overflowX !== 'visible' || element.tagName === 'BODY'),
    )
    return wide.map((element) => element.textContent.slice(0, 80))
  })
}

/** Waits until Redoc's script has run: all parts of the pages are there, and can be searched. */
export async function waitForPages(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { document } = globalThis
    const triggers = [...document.querySelectorAll('[data-testid=search-trigger]')]
    return (
      triggers.some(({ textContent }) => textContent.startsWith('Search')) &&
      document.querySelector('main [data-section-id]:empty') === null &&
      // There is none at an address without a page.
      (document.querySelector('main [data-section-id="/changelog"] *') !== null ||
        document.querySelector('main [data-section-id]') === null)
    )
  })
}

/** Lays out the parts of the pages that are not on the screen as well. */
export async function showAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { document } = globalThis
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details'))
      details.open = true
    const whole = new CSSStyleSheet()
    whole.replaceSync('main *, ::details-content { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(whole)
  })
}

/** What axe-core finds that keeps people out, while nothing fades in or changes its colour. */
export async function seriousViolations(page: Page, within = 'body'): Promise<string[]> {
  return violations(page, within, { impacts: ['serious', 'critical'] })
}

/** All that axe-core finds. In dark colours it looks at colours alone, since nothing else is another than in light ones. */
export async function violationsIn(
  scheme: 'light' | 'dark',
  page: Page,
  within = 'html',
): Promise<string[]> {
  const ofColours = { runOnly: ['color-contrast', 'link-in-text-block'] }
  return violations(page, within, scheme === 'dark' ? ofColours : {})
}

interface Search {
  readonly impacts?: readonly string[]
  readonly runOnly?: readonly string[]
}

/** All that axe-core finds, or what has an impact. */
export async function violations(
  page: Page,
  within = 'html',
  { impacts = ['minor', 'moderate', 'serious', 'critical'], ...options }: Search = {},
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) {
    await page.addScriptTag({ path: axe })
    // A colour on its way to another has a contrast that nobody reads.
    const none = '{ transition: none !important; animation: none !important }'
    await page.addStyleTag({ content: `*, *::before, *::after ${none}` })
  }
  return page.evaluate(
    async ([selector, counted, options]) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      const { violations } = await axe.run(selector, options)
      return violations
        .filter(({ impact }) => counted.includes(impact))
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    },
    // Where each thing without a fault is takes a third of its time.
    [within, impacts, { ...options, resultTypes: ['violations'] }] as const,
  )
}

interface Axe {
  readonly run: (within: string, options: object) => Promise<Found>
}

interface Found {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}
