import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packagedMock } from './packaged.js'

const packaged = packagedMock()

const read = (name: string): Promise<string> => readFile(join(packaged.folder, name), 'utf8')

it('the package stablecoin-issuer-mock has the version of the client, one command and nothing to install', async () => {
  const manifest = JSON.parse(await read('package.json')) as Record<string, unknown>
  const own = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  const { version, engines } = JSON.parse(own) as Record<string, unknown>
  expect(manifest).toMatchObject({ version, engines, type: 'module' })
  expect(manifest['bin']).toEqual({ 'stablecoin-issuer-mock': 'mock.js' })
  expect(Object.keys(manifest).filter((key) => /dependencies|scripts/i.test(key))).toEqual([])
})

it('the package stablecoin-issuer-mock carries the licences of what is in it, and nothing that calls home', async () => {
  const licences = await read('licences.txt')
  for (const name of ['@stoplight/prism-http', 'oidc-provider', 'koa', 'ajv', 'lodash'])
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, (MIT|Apache-2\\.0): `, 'm'))
  expect(licences).not.toMatch(/^@scarf|^@faker-js/m)
  expect(licences.match(/^\S+ \d+\.\d+\.\d+, \S+: code in mock\.js$/gm)?.length).toBeGreaterThan(50)
})

it('the package stablecoin-issuer-mock has a bill of materials beside it, of all that is bundled', async () => {
  const { metadata, components } = JSON.parse(await read('sbom.cdx.json')) as {
    metadata: { component: { name: string } }
    components: { name: string; version: string; purl: string; licenses: object[] }[]
  }
  expect(metadata.component.name).toBe('stablecoin-issuer-mock')
  const listed = (await read('licences.txt')).matchAll(/^(\S+) (\S+), (\S+): code in mock\.js$/gm)
  expect(components).toEqual(
    [...listed].map(([, name = '', version = '', id]) => ({
      type: 'library',
      name,
      version,
      licenses: [{ license: { id } }],
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    })),
  )
})

it('the package stablecoin-issuer-mock has a Dockerfile that starts it, and finds out whether it serves', async () => {
  const lines = (await read('Dockerfile')).replaceAll('\\\n', '').split('\n')
  const instructions = lines.filter((line) => /^[A-Z]/.test(line))
  const words = instructions.map((line) => line.split(/\s+/))
  const known = ['FROM', 'COPY', 'USER', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT']
  expect(words.map(([name]) => name)).toEqual(known)
  // By digest, so that the same image is built tomorrow.
  expect(words[0]?.[1]).toMatch(/^node:24-alpine@sha256:[0-9a-f]{64}$/)
  const copied = words.find(([name]) => name === 'COPY')?.slice(1, -1) ?? []
  for (const file of copied) expect((await read(file)).length).toBeGreaterThan(0)
  const listed = (name: string): string[] => {
    const line = instructions.find((one) => one.startsWith(name)) ?? ''
    return JSON.parse(line.slice(line.indexOf('['))) as string[]
  }
  const [program, file, ...args] = listed('ENTRYPOINT')
  expect([program, file, copied.includes('mock.js')]).toEqual(['node', '/mock/mock.js', true])
  const mock = await packaged.start(...args)
  const [node, ...check] = listed('HEALTHCHECK')
  const { port } = new URL(mock.url)
  const runCheck = (): Promise<number | null> =>
    packaged.runNode(check.map((part) => part.replace('4010', port)))
  expect([node, await runCheck()]).toEqual(['node', 0])
  await mock.end()
  expect(await runCheck()).toBe(1)
})
