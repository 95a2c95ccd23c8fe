import { expect, it } from 'vitest'
import { operations } from '../../generated/operations.js'
import { startChild } from '../support/children.js'
import { root, run, script } from '../support/run.js'

it('npm run demo makes a call of each operation, shows a refused body and ends by itself', async () => {
  const { code, stdout, stderr } = await run(script('demo'))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.match(/received 20[04]/g)).toHaveLength(Object.keys(operations).length)
  expect(stdout).toMatch(/quote_amount\s+10000\.25/)
  expect(stdout).toContain('amount must be a decimal string such as 12.50, got number 12.5')
})

it('npm run mock serves until it is interrupted', async () => {
  const child = startChild(script('mock', '--port', '0'), { cwd: root })
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
