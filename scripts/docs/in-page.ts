/**
 * What the pages do beside Redoc: titles, names and levels for screen readers, keys, buttons that copy, and
 * the form "Try it". It runs before Redoc, which keeps the attributes that it did not set.
 */
import { mountForm } from './try-it/form.js'

/** The window says which page it shows, in its history and its tabs. */
function title(): void {
  const item = document.querySelector<HTMLElement>('[data-active="true"] [data-text]')?.dataset[
    'text'
  ]
  document.title = item === undefined || item === product ? product : `${item} · ${product}`
}

/** Redoc cuts long scopes, and names buttons by other words than they show (WCAG 2.5.3). */
function nameButtons(): void {
  for (const button of document.querySelectorAll('[aria-label]:is(button, [role=button])')) {
    const name = button.getAttribute('aria-label') ?? ''
    const text = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() as Text | null
    if (text === null || button.classList.contains('copy-code')) continue
    if (text.data.endsWith('...') && name.startsWith(text.data.slice(0, -3))) text.data = name
    else if (!name.includes(text.data)) button.removeAttribute('aria-label')
  }
}

/** Redoc gives headings of all depths the level 2, and skips 3. */
function levelHeadings(): void {
  for (const heading of document.querySelectorAll('main :is(h2, h3, h4, h5)')) {
    const place = heading.closest('[id*="/"]')?.id.replace(/^\/?section\//, '') ?? ''
    const isWithin = /^\/?[^/]+\/./.test(place)
    const level = heading.tagName === 'H2' ? (isWithin ? 3 : 2) : isWithin ? 4 : 3
    set(heading, 'aria-level', String(level))
  }
}

function set(element: Element | null, name: string, value: string): void {
  if (element !== null && element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** The menu is a landmark, and what opens the search is a button. */
function nameParts(): void {
  set(document.querySelector('.menu-content'), 'role', 'navigation')
  set(document.querySelector('.menu-content'), 'aria-label', 'Pages')
  set(document.querySelector('main'), 'tabindex', '-1')
  for (const table of document.querySelectorAll('.md-table-wrapper')) set(table, 'tabindex', '0')
  const trigger = document.querySelector<HTMLElement>('[data-testid=search-trigger] > *')
  set(trigger, 'role', 'button')
  set(trigger, 'tabindex', '0')
  for (const link of document.querySelectorAll('main a[href^="#"]'))
    if (link.textContent.trim() === '') set(link, 'aria-label', 'Link to this part')
}

/** Code of a guide can be copied, as that of the reference can. */
function addCopyButtons(): void {
  for (const code of document.querySelectorAll<HTMLElement>('pre[data-language]')) {
    if (code.querySelector('button') !== null) continue
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', className: 'copy-code', textContent: 'Copy' })
    button.setAttribute('aria-label', 'Copy this code')
    button.addEventListener('click', () => {
      const text = code.querySelector('code')?.innerText ?? ''
      void copy(text).then((copied) => {
        button.textContent = copied ? 'Copied' : 'Not copied'
      })
    })
    code.append(button)
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Redoc leaves out what was not scrolled into view; all of it is in the page, with the one heading of level 1. */
function showAll(): void {
  const Observer = IntersectionObserver
  globalThis.IntersectionObserver = class extends Observer {
    readonly #call: IntersectionObserverCallback
    constructor(call: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(call, options)
      this.#call = call
    }
    override observe(target: Element): void {
      super.observe(target)
      if (!target.hasAttribute('data-section-id')) return
      const entry = { target, isIntersecting: true } as unknown as IntersectionObserverEntry
      setTimeout(() => this.#call([entry], this))
    }
  }
}

const product = document.title

showAll()
// Redoc takes the name of an element for a page that it lacks.
if (location.hash === '#try') location.replace('#/try-it')

document.addEventListener('keydown', (event) => {
  const { key, target } = event
  if (!(target instanceof HTMLElement) || target.closest('[data-testid=search-trigger]') === null)
    return
  if (key !== 'Enter' && key !== ' ') return
  event.preventDefault()
  target.click()
})
// An address after `#` is a page of Redoc, so the link is followed here.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault()
  document.querySelector('main')?.focus()
})
new MutationObserver(() => {
  for (const mend of [title, nameButtons, levelHeadings, nameParts, addCopyButtons, mountForm])
    mend()
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-active'] })
