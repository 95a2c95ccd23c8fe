import { expect, it } from 'vitest'
import { run } from '../support/run.js'

it('npm run test:simulation takes a seed and a number of calls', async () => {
  const program = [process.execPath, '--import', 'tsx', 'test/systems/simulation/run.ts']
  const { code, stdout } = await run([...program, '--seed', '3', '--calls', '500'])
  expect(stdout).toMatch(
    /seed 3: 5\d\d calls and [\d,]+ attempts in \d+ worlds, 0 worlds that broke/,
  )
  expect(code).toBe(0)
})
