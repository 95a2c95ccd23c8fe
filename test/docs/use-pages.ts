import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { desktop } from '../support/browser.js'
import { limits } from '../support/limits.js'
import { listen, type Listening } from '../support/listen.js'
import { waitForPages } from '../support/look.js'
import { run, script } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { hasBrowser, useBrowser } from '../support/use-browser.js'

const usual: BrowserContextOptions = { ...desktop, colorScheme: 'light' }

/** The pages, written once for the tests of a file. */
export interface Pages {
  readonly file: string
  /** Opens them from the file, at the address after `#`. */
  readonly open: (address?: string, options?: BrowserContextOptions) => Promise<Page>
  /** Opens them below a path of a server, which knows nothing else. */
  readonly visit: (path?: string, options?: BrowserContextOptions) => Promise<Page>
  /** Opens pages that the tests of a file share, or goes on in them, at an address if one is given. */
  readonly share: (address?: string, options?: BrowserContextOptions) => Promise<Page>
  readonly server: () => Listening
}

/**
 * Pages that are opened are there whole. After each test those that it does not share are closed. They printed no
 * error, and asked nobody for anything but themselves.
 */
export function usePages(...options: readonly string[]): Pages {
  const folder = scratchFolder()
  const file = join(folder, 'index.html')
  const browser = useBrowser()
  const problems: string[] = []
  const opened = new Set<Page>()
  const shared = new Map<string, Page>()
  let server: Listening | undefined

  beforeAll(async () => {
    if (!hasBrowser) return
    const made = await run(script('docs', '--output', file, ...options))
    expect(made).toMatchObject({ code: 0, stdout: `The pages are at ${file}.\n`, stderr: '' })
    server = await listen(
      createServer(({ url = '' }, response) => {
        const path = join(
          folder,
          url.replace(/^\/project\/$/, 'index.html').replace('/project/', ''),
        )
        if (!url.startsWith('/project/') || !existsSync(path))
          // Chromium itself asks for the icon of a file of text.
          return void response.writeHead(url === '/favicon.ico' ? 204 : 404).end()
        const type = url.endsWith('/') || url.endsWith('.html') ? 'text/html' : 'text/plain'
        response.setHeader('Content-Type', type)
        void readFile(path).then((bytes) => response.end(bytes))
      }),
    )
  })
  afterAll(() => server?.stop())
  afterEach(async ({ task }) => {
    // What a test that failed has left is nothing to begin with.
    if (task.result?.state === 'fail') {
      for (const page of shared.values()) opened.add(page)
      shared.clear()
    }
    for (const page of opened) await page.close()
    opened.clear()
    expect(problems.splice(0)).toEqual([])
  })

  async function goto(url: string, options: BrowserContextOptions): Promise<Page> {
    const page = await browser().newPage({ ...usual, ...options })
    opened.add(page)
    page.setDefaultTimeout(limits.poll)
    const [origin = ''] = /^file:[^#]*\/|^http:\/\/[^/]*\/project\//.exec(url) ?? []
    page.on('console', (message) => {
      if (/^(?:error|warning)$/.test(message.type())) problems.push(message.text())
    })
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('request', (request) => {
      // The page itself holds blobs and data.
      if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(origin))
        problems.push(request.url())
    })
    await page.goto(url)
    if (options.javaScriptEnabled !== false) await waitForPages(page)
    return page
  }
  const open: Pages['open'] = (address = '/', options = {}) =>
    goto(`file://${file}#${address}`, options)

  const share: Pages['share'] = async (address, options = {}) => {
    const key = JSON.stringify({ ...usual, ...options })
    const page = shared.get(key) ?? (await open(address, options))
    opened.delete(page)
    shared.set(key, page)
    if (address !== undefined) await page.evaluate((place) => (location.hash = place), address)
    return page
  }

  const address = (): Listening => {
    if (server === undefined) throw new Error('the pages were not written')
    return server
  }
  return {
    file,
    open,
    share,
    visit: (path = '', options = {}) => goto(`${address().url}/project/${path}`, options),
    server: address,
  }
}
