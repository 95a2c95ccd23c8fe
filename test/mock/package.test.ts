import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, runNode, start } from './packaged.js'

const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')

it('the package stablecoin-issuer-mock names what is in it, with its licence, and nothing that calls home', async () => {
  const licences = await read('licences.txt')
  for (const name of ['@stoplight/prism-http', 'oidc-provider', 'koa', 'ajv', 'lodash'])
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, (MIT|Apache-2\\.0): `, 'm'))
  expect(licences).not.toMatch(/^@scarf|^@faker-js/m)
  const listed = licences.match(/^\S+ \d+\.\d+\.\d+, \S+: code in mock\.js$/gm) ?? []
  expect(listed.length).toBeGreaterThan(50)
})

it('the package stablecoin-issuer-mock has a Dockerfile that starts it, and finds out whether it serves', async () => {
  const dockerfile = await read('Dockerfile')
  // By digest, so that the same image is built tomorrow.
  expect(dockerfile).toMatch(/^FROM node:24-alpine@sha256:[0-9a-f]{64}$/m)
  const [check = [], entry = []] = [
    ...dockerfile.matchAll(/^\s*(?:CMD|ENTRYPOINT) (\[.*\])$/gm),
  ].map(([, list = '']) => JSON.parse(list) as string[])
  expect(entry.slice(0, 2)).toEqual(['node', '/mock/mock.js'])
  const mock = await start(...entry.slice(2))
  const { port } = new URL(mock.url)
  const runCheck = async (): Promise<number> =>
    (await runNode(...check.slice(1).map((part) => part.replace('4010', port)))).code
  expect([check[0], await runCheck()]).toEqual(['node', 0])
  await mock.end()
  expect(await runCheck()).toBe(1)
})
