import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { pinned } from '../systems/runtimes/runtimes.js'

const [runtime] = pinned
if (runtime === undefined) throw new Error('no runtime is pinned')

it('package.json asks for the oldest Node.js and undici that are tried', async () => {
  const { engines, peerDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    engines: { node: string }
    peerDependencies: { undici: string }
  }
  const oldest = [...engines.node.matchAll(/[\d.]+/g)].map(([version]) => version)
  const tried = pinned.filter(({ name }) => name === 'Node.js').map(({ version }) => version)
  expect(tried).toEqual(expect.arrayContaining(oldest))
  expect(
    peerDependencies.undici.startsWith(`>=${runtime.undici?.replace(/\.0$/, '') ?? ''} `),
  ).toBe(true)
})
