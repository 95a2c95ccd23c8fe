import { expect, it } from 'vitest'
import { operations } from '../../generated/index.js'
import { run, script } from '../support/run.js'

it('npm run demo makes a call of each operation, looks up a lost answer and ends by itself', async () => {
  const { code, stdout, stderr } = await run(script('demo'))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.match(/received 20[04]/g)).toHaveLength(Object.keys(operations).length)
  expect(stdout).toMatch(
    /An answer is lost: .*outcome unknown.*GET \/v2\/acme\/conversions\?ref_id=.*found.*one lost answer that was looked up/s,
  )
})
