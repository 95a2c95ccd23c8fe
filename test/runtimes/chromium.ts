import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium as playwright } from 'playwright-core'
import { chromiumPath } from '../support/browser.js'
import { startHttp2 } from './http2.js'
import type { Line, Setting } from './report.js'
import type { Runtime } from './runtime.js'

const html = '<!doctype html><link rel="icon" href="data:," /><title>Scenario</title>'

/** Chromium of the machine. Its page comes from another origin than what it calls. */
export async function chromium(): Promise<Runtime> {
  return {
    name: 'Chromium',
    version: await versionOf(chromiumPath),
    differences: [
      'Chromium sends a request again by itself when a connection that was used before breaks, also a POST. ' +
        'What cannot be rewound goes out once, so there the client streams the body; Chromium allows that over HTTP/2 and 3 only. ' +
        'Over HTTP/1.1 a page cannot prevent it. The rows are run over HTTP/2.',
      'A page is not told why a request failed, so a refused connection (row 1) is `unknown` and not `not_sent`.',
    ],
    prepare: () => {
      if (chromiumPath === undefined) return Promise.reject(new Error('no chromium'))
      return Promise.resolve(async ({ programs }, setting) => {
        const front = await startHttp2(setting.faults)
        try {
          const overHttp2 = `https://*.localhost:${front.port}`
          return await open(programs.page, {
            ...setting,
            overHttp2,
            inBrowser: true,
            reasonsAreHidden: true,
          })
        } finally {
          front.stop()
        }
      })
    },
  }
}

async function versionOf(executablePath: string | undefined): Promise<string> {
  if (executablePath === undefined) return ''
  const browser = await playwright.launch({ executablePath, args: ['--no-sandbox'] })
  const [version = ''] = browser.version().split('.')
  await browser.close()
  return version
}

async function open(script: string, setting: Setting): Promise<readonly Line[]> {
  const code = await readFile(script)
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? code : html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const browser = await playwright.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    // The certificate of this run is known to nobody else.
    args: ['--no-sandbox', '--ignore-certificate-errors'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return await page.evaluate(async (given) => {
      const name = '/page.js'
      const { run } = (await import(name)) as { run: (setting: Setting) => Promise<Line[]> }
      return run(given)
    }, setting)
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}
