import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type DoorName, doorsWith } from '../../network/doors.js'
import { startFarSide } from '../../network/process.js'
import { chromiumPath, launch } from '../../support/browser.js'
import { makeCertificates } from '../../support/certificates.js'
import { listen } from '../../support/listen.js'
import { findProgram } from '../../support/tools.js'
import type { Runtime } from './runtimes.js'
import type { Line, Setting } from './scenario.js'

const html = '<!doctype html><link rel="icon" href="data:," /><title>Scenario</title>'

/** Chromium of the machine. Its page comes from another origin than what it calls. */
export async function chromium(): Promise<Runtime> {
  return {
    name: 'Chromium',
    // What keeps it from starting is told by the run.
    version: await versionOf(chromiumPath).catch(() => ''),
    differences: [
      'Chromium itself sends any request again when a connection that was used before breaks. The client prevents it over HTTP/2, by a body that cannot be repeated; over HTTP/1.1 a page has no means to. Look a conversion up by its `ref_id`. The faults are tried over HTTP/2.',
      'A page is not told why a request failed, so a refused connection is `unknown` there and not `not_sent`.',
    ],
    prepare: () => {
      if (chromiumPath === undefined) return Promise.reject(new Error('no chromium'))
      if (findProgram('openssl') === undefined) return Promise.reject(new Error('no openssl'))
      return Promise.resolve(async ({ folder, programs }, setting) => {
        const doors = doorsWith(await makeCertificates(folder))
        const server = await startFarSide(doors)
        const at = (door: DoorName): string => `https://*.localhost:${server.ports[door] ?? 0}`
        const overTls = { streams: at('streams'), http2: at('HTTP/2'), http1: at('HTTP/1.1') }
        try {
          const hidden = { ...setting, faults: server.url, overTls, reasonsAreHidden: true }
          return await open(programs.page, hidden)
        } finally {
          await server.stop()
        }
      })
    },
  }
}

async function versionOf(path: string | undefined): Promise<string> {
  if (path === undefined) return ''
  const browser = await launch()
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
  const { url, stop } = await listen(server)
  // The certificate of this run is known to nobody else.
  const browser = await launch('--ignore-certificate-errors')
  try {
    const page = await browser.newPage()
    await page.goto(`${url}/`)
    return await page.evaluate(async (given) => {
      const name = '/page.js'
      const { run } = (await import(name)) as { run: (setting: Setting) => Promise<Line[]> }
      return run(given)
    }, setting)
  } finally {
    await browser.close()
    stop()
  }
}
