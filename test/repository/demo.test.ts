import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { operations } from '../../generated/operations.js'
import { beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Result {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(args: string[], environment: Record<string, string> = {}): Promise<Result> {
  const inherited = { ...process.env, TOKEN: undefined }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...inherited, ...environment },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('close', (code) => {
      resolve({ code, stdout, stderr })
    })
  })
}
const script = (name: string, ...args: string[]): string[] => [
  '--import',
  'tsx',
  `scripts/${name}.ts`,
  ...args,
]

beforeAll(async () => {
  const built = await run(script('build'))
  expect(built).toMatchObject({ code: 0, stdout: '' })
})

describe('npm run demo', () => {
  it('makes a call of each operation, shows a refused body and ends by itself', async () => {
    const { code, stdout, stderr } = await run(script('demo'))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.match(/received 200/g)).toHaveLength(Object.keys(operations).length)
    expect(stdout).toMatch(/quote_amount\s+10000\.25/)
    expect(stdout).toContain('amount must be a decimal string such as 12.50, got number 12.5')
  })

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['a missing TOKEN', ['--base-url', 'https://localhost:1'], {}, /^Set TOKEN to .*\.\n$/],
    [
      'an address that is not https',
      ['--base-url', 'http://a.example'],
      { TOKEN: 't' },
      /^createClient: baseUrl must be an https URL.*\n$/,
    ],
    [
      'an unreachable server',
      ['--base-url', 'http://localhost:1'],
      { TOKEN: 't' },
      /^PUT \/v2.*connection.*\n$/,
    ],
    ['an unknown option', ['--url', 'x'], {}, /^Unknown option '--url'.*\n$/],
  ])('says in one sentence: %s', async (_name, args, environment, sentence) => {
    const { code, stderr } = await run(script('demo', ...args), environment)
    expect(code).toBe(1)
    expect(stderr).toMatch(sentence)
  })
})

describe('npm run mock', () => {
  it('says in one sentence that its port is taken', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { code, stderr } = await run(script('mock', '--port', String(port)))
    server.close()
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Port ${port} is taken. Choose another with --port.\n`,
    })
  })

  it('says in one sentence that its port is no port', async () => {
    const { code, stderr } = await run(script('mock', '--port', '99999'))
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: '--port must be a number from 0 to 65535.\n',
    })
  })

  it('serves until it is interrupted', async () => {
    const child = spawn(process.execPath, script('mock', '--port', '0'), { cwd: root })
    const url = await new Promise<string>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        const found = /The mock is at (http:\S+)\.\s/.exec(text)
        if (found?.[1] !== undefined) resolve(found[1])
      })
    })
    const { status } = await fetch(`${url}/v2/issuer-quote`, { method: 'POST' })
    expect(status).toBe(401)
    child.kill('SIGINT')
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0)
    await expect(fetch(url)).rejects.toThrow()
  })
})
