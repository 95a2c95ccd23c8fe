/**
 * Builds an app with the real Next.js twice, as a deployment does after another, and serves it: what of the calls of
 * each page was sent, and which tokens lie in clear in what Next.js keeps on disk. `--package` names another tarball.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endChild, startChild } from '../../support/children.js'
import { listen } from '../../support/listen.js'
import { freePort } from '../../support/processes.js'
import { must, root, run, script } from '../../support/run.js'
import { conclude, stopwatch } from '../../support/runs.js'
import { conversion } from '../../support/scripted.js'
import { installedFrom } from '../languages/cache.js'

const { values } = parseArgs({ options: { package: { type: 'string' } } })
const home = join(root, 'test/systems/next')

/** Per page: whether the builds keep its tokens, and how many quotes it has sent after each build and two visits. */
type Row = { readonly kept: boolean; readonly sent: readonly [number, number, number] }

const pages: Readonly<Record<string, Row>> = {
  // Its call makes the page dynamic.
  isr: { kept: false, sent: [0, 0, 2] },
  'default-cache': { kept: false, sent: [0, 0, 2] },
  // Next.js overrules the client there: SECURITY.md and the guide say so.
  'force-cache': { kept: true, sent: [0, 0, 1] },
  // The guide: `connection()` in a segment with `force-cache`, over `undiciTransport()`.
  guide: { kept: false, sent: [0, 0, 2] },
  // Next.js knows nothing of its requests, so each build makes a page of the present quote.
  undici: { kept: false, sent: [1, 2, 2] },
}

/** The far side: it gives tokens and quotes, and remembers whose quotes it was asked for. */
async function startIssuer() {
  const quotes: string[] = []
  let count = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const page = new URLSearchParams(body).get('client_id')
      const [, owner = ''] =
        /^Bearer clear-(.*)-\d+$/.exec(request.headers.authorization ?? '') ?? []
      if (page === null) quotes.push(owner)
      const answer =
        page === null
          ? { ...(JSON.parse(body) as object), id: 'c', quote_id: `quote-${++count}` }
          : { access_token: `clear-${page}-${++count}`, token_type: 'bearer', expires_in: 3600 }
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer))
    })
  })
  return { ...(await listen(server)), quotes }
}

/** npm's codes where there is no network. */
const offline = /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOTCACHED)\b/

/** Next.js, from the registry or the cache; undefined where neither can be reached. */
async function install(): Promise<string | undefined> {
  const files = ['package.json', 'package-lock.json'].map((file) => join(home, file))
  return installedFrom('next', files, async (place) => {
    for (const file of files) await cp(file, join(place, file.slice(home.length)))
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
    await must(['npm', 'ci', ...options, '--loglevel=error'], { cwd: place })
  }).catch((error: unknown) => {
    if (!offline.test(String(error))) throw error
    return undefined
  })
}

/** The package as it is packed, with what it depends on, in the app's own node_modules/. */
async function installPackage(project: string): Promise<void> {
  const modules = join(project, 'node_modules')
  await mkdir(join(modules, 'stablecoin-issuer-api'), { recursive: true })
  let tarball = values.package
  if (tarball === undefined) {
    await must(script('build'))
    const pack = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', project]
    tarball = join(project, (await must(pack)).stdout.trim())
  }
  const into = ['--strip-components=1', '-C', join(modules, 'stablecoin-issuer-api')]
  await must(['tar', '-xzf', tarball, ...into])
  for (const name of ['oauth4webapi', 'openapi-fetch', 'openapi-typescript-helpers', 'undici'])
    await cp(join(root, 'node_modules', name), join(modules, name), { recursive: true })
}

/** The pages whose tokens lie in clear below a folder. */
async function findTokens(folder: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1')
    // A kept answer is base64 in JSON.
    const texts = [
      text,
      ...[...text.matchAll(/"body":"([\w+/=]+)"/g)].map(([, body = '']) => atob(body)),
    ]
    for (const one of texts)
      for (const [, page = ''] of one.matchAll(/clear-([\w-]+)-\d+/g)) found.add(page)
  }
  return found
}

async function tryPages(place: string): Promise<string[]> {
  const project = await mkdtemp(join(place, 'app-'))
  const issuer = await startIssuer()
  const next = [process.execPath, join(place, 'node_modules/next/dist/bin/next')]
  const env = {
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
    ISSUER_URL: issuer.url,
    ISSUER_TOKEN_URL: `${issuer.url}/token`,
    ISSUER_CLIENT_ID: 'guide',
    ISSUER_CLIENT_SECRET: 'a-secret',
  }
  const count = (page: string): number => issuer.quotes.filter((one) => one === page).length
  const names = Object.keys(pages)
  try {
    await cp(join(home, 'app'), project, { recursive: true })
    await installPackage(project)
    const sent = Object.fromEntries(names.map((page) => [page, [] as number[]]))
    const note = () => names.forEach((page) => sent[page]?.push(count(page)))
    for (const build of [1, 2]) {
      const { code, output } = await run([...next, 'build'], {
        cwd: project,
        env,
        timeout: 300_000,
      })
      if (code !== 0) return [`build ${build} ended with ${code}:\n${output.slice(-4_000)}`]
      note()
    }
    const port = await freePort()
    const server = startChild([...next, 'start', '-p', `${port}`, '-H', '127.0.0.1'], {
      cwd: project,
      env: { ...process.env, ...env },
    })
    try {
      const visit = (page: string) => fetch(`http://127.0.0.1:${port}/${page}`)
      for (let tries = 0; tries < 100; tries++) {
        if (
          await visit('').then(
            () => true,
            () => false,
          )
        )
          break
        await sleep(200)
      }
      for (const page of [...names, ...names]) {
        const { status } = await visit(page)
        if (status !== 200) return [`${page} is answered ${status}`]
      }
      const body = JSON.stringify(conversion)
      const { status } = await fetch(`http://127.0.0.1:${port}/convert`, { method: 'POST', body })
      if (status !== 200) return [`convert is answered ${status}`]
      issuer.quotes.pop()
    } finally {
      endChild(server)
    }
    note()
    const kept = await findTokens(join(project, '.next'))
    return names.flatMap((page) => {
      const is = JSON.stringify({ kept: kept.has(page), sent: sent[page] })
      const wanted = JSON.stringify(pages[page])
      console.log(`${page.padEnd(15)} ${is}`)
      return is === wanted ? [] : [`${page}: ${is} and not ${wanted}`]
    })
  } finally {
    issuer.stop()
    await rm(project, { recursive: true, force: true })
  }
}

const took = stopwatch()
const place = await install()
if (place === undefined) {
  console.log('Skipped: Next.js, which is not in the cache, nor the registry in reach')
  conclude(false, true)
} else {
  const failures = await tryPages(place)
  for (const failure of failures) console.error(failure)
  console.log(
    `${Object.keys(pages).length} pages, two builds, in ${took()}; ${failures.length} failed`,
  )
  conclude(failures.length > 0, false)
}
