import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { operations } from '../../generated/index.js'
import { found, lost } from '../support/readme.js'
import { must, root, run, script } from '../support/run.js'

it('npm run demo makes a call of each operation, finds a lost answer and ends by itself', async () => {
  await rm(join(root, 'dist/demo'), { recursive: true, force: true })
  const { code, stdout, stderr } = await run(script('demo'))
  expect(code).toBe(0)
  expect(stderr).toMatch(/^(Starting a mock of .* …\n){2}$/)
  expect(stdout.match(/received 20[04]/g)).toHaveLength(Object.keys(operations).length)
  expect(stdout).toMatch(
    /lost.*outcome unknown.*lost again.*\n {2}POST .* carried out.*\n {2}GET .*\?ref_id=(\S*) .*\n {2}the call gives .* ref_id +\1\n/s,
  )
  // The program of the README takes what the demo made.
  const file = join(root, 'dist/lost.ts')
  await writeFile(file, lost.replace('./dist/', './'))
  onTestFinished(() => rm(file))
  expect((await must(['npx', 'tsx', file])).stdout).toBe(found)
})
