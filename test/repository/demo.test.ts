import { expect, it } from 'vitest'
import { operations } from '../../generated/index.js'
import { run, script } from '../support/run.js'

it('npm run demo makes a call of each operation, finds a lost answer and ends by itself', async () => {
  const { code, stdout, stderr } = await run(script('demo'))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.match(/received 20[04]/g)).toHaveLength(Object.keys(operations).length)
  expect(stdout).toMatch(
    /answer is lost.*outcome unknown.*is lost.*\n {2}POST .*\n {2}GET .*\?ref_id=(.*)\n {2}the call gives .*ref_id: '\1'/s,
  )
})
