import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../support/listen.js'
import { root, run } from '../support/run.js'
import { nodeProgram } from '../systems/runtimes/node.js'

const entry = new URL('../../src/undici.ts', import.meta.url).href
const takesItsOwn = `
  new Request('http://localhost')
  const own = globalThis[Symbol.for('undici.globalDispatcher.1')]
  const { undiciTransport } = await import('${entry}')
  for (const dispatcher of [own, own.compose(), own.compose().compose()])
    try {
      undiciTransport({ dispatcher })
      console.log('taken')
    } catch (error) {
      console.log(String(error))
    }`

/** Node.js 20 and 22 hold undici 6, which knows none of the names by which it would be called. */
const isOld = Number.parseInt(process.versions['undici'] ?? '') < 7

it('undiciTransport refuses the dispatcher of Node.js itself where it is one of undici 6', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', takesItsOwn]
  const { stdout } = await run([process.execPath, ...args])
  const told = isOld
    ? 'TypeError: undiciTransport: the dispatcher is one of undici 6 or older; give one of undici 7.10 or newer'
    : 'taken'
  expect(stdout.trim().split('\n')).toEqual([told, told, told])
})

describe.each(['24.21.0', '26.10.0'])('without undici, Node.js %s sends by its own:', (version) => {
  /** A folder with the built package and what it depends on, where undici cannot be found. */
  let folder: string
  let program: string
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.setHeader('Content-Type', 'application/json').end('{"quote_id":"q"}')
  })
  // As a proxy it makes tunnels, all of them to itself.
  server.on('connect', ({ url }, client) => {
    seen.push(`CONNECT ${url}`)
    const tunnel = connect(port, '127.0.0.1').on('error', () => undefined)
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    client.pipe(tunnel).pipe(client)
  })
  let port: number
  let stop: () => void

  beforeAll(async () => {
    program = await nodeProgram(version)
    ;({ port, stop } = await listen(server))
    folder = await mkdtemp(join(tmpdir(), 'own-dispatcher-'))
    await cp(join(root, 'dist/src'), join(folder, 'src'), { recursive: true })
    await cp(join(root, 'package.json'), join(folder, 'package.json'))
    await mkdir(join(folder, 'node_modules'))
    for (const name of ['oauth4webapi', 'openapi-fetch'])
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  })
  afterAll(async () => {
    stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Makes a quote, and gives what the program printed and what the server saw. */
  async function quote(before: string, environment: Record<string, string> = {}, options = '') {
    seen.length = 0
    const source = `
      ${before}
      const { createClient } = await import('./src/index.js')
      const { undiciTransport } = await import('./src/undici.js')
      try {
        const transport = undiciTransport(${options})
        const baseUrl = 'http://localhost:${port}'
        const client = createClient({ baseUrl, auth: 'token', maxRetries: 0, transport })
        const order = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' }
        console.log((await client.createIssuerQuote(order)).quote_id)
        await transport.close()
      } catch (error) {
        console.log(error.message)
      }`
    const command = [program, '--input-type=module', '--eval', source]
    const { stdout, stderr } = await run(command, { cwd: folder, env: environment })
    expect(stderr).toBe('')
    return { printed: stdout.trim(), seen: [...seen] }
  }

  it('a call', async () => {
    expect(await quote('')).toEqual({ printed: 'q', seen: ['POST /v2/issuer-quote'] })
  })

  it('what the app set for all requests', async () => {
    const set = `
      new Headers()
      const name = Symbol.for('undici.globalDispatcher.1')
      const own = globalThis[name]
      globalThis[name] = own.compose((dispatch) => (options, handler) => {
        console.log('set by the app')
        return dispatch(options, handler)
      })`
    expect((await quote(set)).printed).toBe('set by the app\nq')
  })

  it('the proxy of the environment', async () => {
    const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://127.0.0.1:${port}` }
    const found = await quote('', { ...proxy, NO_PROXY: '', no_proxy: '' })
    expect(found.printed).toBe('q')
    const address = `localhost:${port}`
    expect([`CONNECT ${address}`, `POST http://${address}/v2/issuer-quote`]).toContain(
      found.seen[0],
    )
  })

  it('not where there are options, which are those of a pool', async () => {
    const { printed, seen: none } = await quote('', {}, '{ connections: 1 }')
    expect(printed).toMatch(/^undiciTransport could not load undici: npm install undici \(/)
    expect(none).toEqual([])
  })
})
