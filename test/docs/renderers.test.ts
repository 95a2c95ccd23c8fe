import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { packed } from '../renderers/packed.js'
import { type Renderer, renderers } from '../renderers/renderers.js'
import { desktop, see } from '../support/browser.js'
import { limits } from '../support/limits.js'
import { listen, type Listening } from '../support/listen.js'
import { root } from '../support/run.js'
import { toolsAreRequired } from '../support/tools.js'
import { hasBrowser, useBrowser } from '../support/use-browser.js'

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Where screenshots are kept, by who wants to look at them. */
const screenshots = process.env['SCREENSHOTS']

const browser = useBrowser()

describe.each(renderers)('$name shows', (renderer) => {
  const { sample } = renderer
  let server: Listening | undefined
  let page: Page | undefined
  let absent: string | undefined
  const problems: string[] = []

  beforeAll(async () => {
    if (!hasBrowser) return
    const files = await packed(renderer.package, renderer.version).catch((error: unknown) => {
      if (toolsAreRequired) throw error
      absent = `${renderer.package} ${renderer.version} cannot be had from the registry`
    })
    if (files === undefined) return
    server = await serve(renderer, files)
    const address = server.url
    page = await browser().newPage({ viewport: { ...desktop.viewport, height: 1800 } })
    page.setDefaultTimeout(limits.poll)
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('request', (request) => {
      const url = request.url()
      if (!/^(data|blob):/.test(url) && !url.startsWith(address)) problems.push(url)
    })
    await page.goto(`${address}/${renderer.put}`)
  })
  afterAll(async () => {
    await page?.close()
    server?.stop()
  })
  beforeEach(({ skip }) => skip(absent !== undefined, absent))
  afterEach(async ({ task }) => {
    if (screenshots !== undefined) {
      await mkdir(screenshots, { recursive: true })
      const name = `${renderer.name} ${task.name}`.replace(/\W+/g, '-')
      await page?.screenshot({ path: join(screenshots, `${name}.png`) })
    }
    // Nothing is asked of any host, and nothing goes wrong.
    expect(problems).toEqual([])
  })
  const shown = (): Page => page as Page

  it('the rule of the request, and the alternative that creates first', async () => {
    const page = shown()
    await page.getByText('together, identifies it').first().waitFor()
    await renderer.schema(page)
    await see(page, 'crypto_network')
    await page.getByText('CryptoDestinationAddressByNetworkAddress').last().waitFor()
    await renderer.other(page)
    await page.getByText('CryptoDestinationAddressById').last().waitFor()
  })

  it('the examples by what they are for', async () => {
    const page = shown()
    const named = (await renderer.examples(page)).map((name) => name.trim())
    expect(named).toEqual([
      expect.stringMatching(/^(createByNetworkAndAddress|Register a new address, .*)$/),
      expect.stringMatching(/^(updateById|Rename and bookmark an address by its id)$/),
    ])
  })

  it('the scope of an operation', async () => {
    const page = shown()
    await renderer.scopes(page)
    await page.getByText('transfer:write_crypto_destination_address').first().waitFor()
  })

  if (sample !== undefined)
    it('the samples of the document', async () => {
      const page = shown()
      const folder = join(root, 'openapi/samples/putCryptoDestinationAddress')
      const lines = (await readFile(join(folder, await sample(page)), 'utf8')).split('\n')
      const line = lines.find((one) => one.includes(' import ')) ?? ''
      await page.getByText(line).first().waitFor()
    })

  it('what to know before the first call, and a table of what is left open', async () => {
    const page = shown()
    await page.goto(`${new URL(page.url()).origin}/introduction`)
    await see(page, 'Before your first call')
    await see(page, "What the service's documentation leaves open")
    await page.locator('td', { hasText: 'Rate limits' }).first().waitFor()
  })
})

async function serve(renderer: Renderer, files: string): Promise<Listening> {
  const server = createServer(({ url = '' }, response) => {
    const path = url.replace(/\?.*/, '')
    const file = path === '/openapi.json' ? join(root, 'generated/openapi.json') : undefined
    const asset = path.startsWith('/files/') ? join(files, path.slice(6)) : undefined
    const place = file ?? asset
    if (place === undefined) {
      const start = '<!doctype html><meta charset="utf-8" /><link rel="icon" href="data:," />'
      response.setHeader('Content-Type', 'text/html').end(start + renderer.html)
      return
    }
    readFile(place).then(
      (bytes) => {
        response.setHeader('Content-Type', types[extname(place)] ?? 'application/json').end(bytes)
      },
      () => response.writeHead(404).end(),
    )
  })
  return listen(server)
}
