import { expect, it } from 'vitest'
import { run } from '../support/run.js'

const entry = new URL('../../src/undici.ts', import.meta.url).href
const program = `
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
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const { stdout } = await run([process.execPath, ...args])
  const told = isOld
    ? 'TypeError: undiciTransport: the dispatcher is one of undici 6 or older; give one of undici 7.10 or newer'
    : 'taken'
  expect(stdout.trim().split('\n')).toEqual([told, told, told])
})
