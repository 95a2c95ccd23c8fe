import { createServer } from 'node:http'
import { join } from 'node:path'
import { type TlsPortName, tlsPorts } from '../../network/connections.js'
import { startFarSide } from '../../network/process.js'
import { chromiumPath, launch } from '../../support/browser.js'
import { makeCertificates } from '../../support/certificates.js'
import { listen } from '../../support/listen.js'
import { findProgram } from '../../support/tools.js'
import { Skipped } from '../../support/trials.js'
import type { Runtime } from './runtimes.js'
import type { Found, Setting } from './scenario.js'

/** Chromium of the machine. Its page comes from another origin than what it calls. */
export const chromium: Runtime = {
  title: 'Chromium',
  ways: ['fetch'],
  packages: [],
  notes: [
    'Chromium itself sends any request again when a connection that was used before breaks. The client prevents it over HTTP/2, by a body that cannot be repeated; over HTTP/1.1 a page has no means to. Look a conversion up by its `ref_id`. The faults are tried over HTTP/2.',
    'A page is not told why a request failed, so a refused connection is `unknown` there and not `not_sent`.',
  ],
  run: async (project, setting) => {
    if (chromiumPath === undefined) throw new Skipped('no chromium')
    if (findProgram('openssl') === undefined) throw new Skipped('no openssl')
    const server = await startFarSide(tlsPorts(await makeCertificates(project)))
    const at = (port: TlsPortName): string => `https://*.localhost:${server.ports[port] ?? 0}`
    const overTls = { streams: at('streams'), http2: at('HTTP/2'), http1: at('HTTP/1.1') }
    const hidden = { faults: server.url, overTls, reasonsAreHidden: true }
    try {
      return await runInPage(join(project, 'page.js'), { ...setting, ...hidden })
    } finally {
      await server.stop()
    }
  },
}

async function runInPage(path: string, setting: Setting): Promise<Found> {
  const html = '<!doctype html><link rel="icon" href="data:," /><title>Scenario</title>'
  const { url, stop } = await listen(
    createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html)),
  )
  // The certificate of this run is known to nobody else.
  const browser = await launch('--ignore-certificate-errors')
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await page.addScriptTag({ path })
    return await page.evaluate((given) => {
      const { scenario } = globalThis as unknown as {
        scenario: { run: (setting: Setting) => Promise<Found> }
      }
      return scenario.run(given)
    }, setting)
  } finally {
    await browser.close()
    stop()
  }
}
