import { createServer } from 'node:http'
import { join } from 'node:path'
import { tlsPorts } from '../../network/connections.js'
import { startFarSide } from '../../network/process.js'
import { chromiumPath, launch } from '../../support/browser.js'
import { makeCertificates } from '../../support/certificates.js'
import { listen } from '../../support/listen.js'
import { Missing } from '../../support/tools.js'
import type { Runtime } from './runtimes.js'
import type { Found, Setting } from './scenario.js'

/** Chromium of the machine. Its page comes from another origin than what it calls. */
export const chromium: Runtime = {
  title: 'Chromium',
  ways: ['fetch'],
  packages: [],
  notes: [
    'Chromium itself sends any request again, a POST too, when a connection that was used before breaks, or after a 421: move money from a server. The faults are tried over HTTP/2, where a stream breaks and its connection stays.',
    'A page is not told why a request failed, so a refused connection is `unknown` there.',
  ],
  run: async (project, setting) => {
    if (chromiumPath === undefined) throw new Missing('no chromium')
    const server = await startFarSide(tlsPorts(await makeCertificates(project)))
    const streams = `https://*.localhost:${server.ports['streams'] ?? 0}`
    const hidden = { faults: server.url, streams, reasonsAreHidden: true }
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
