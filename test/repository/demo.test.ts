import { expect, it } from 'vitest'
import { exampleAnswers, operations } from '../../generated/index.js'
import { startChild } from '../support/children.js'
import { root, run, script } from '../support/run.js'

it('npm run demo makes a call of each operation, shows a refused body, looks up a lost answer and ends by itself', async () => {
  const { code, stdout, stderr } = await run(script('demo'))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.match(/received 20[04]/g)).toHaveLength(Object.keys(operations).length)
  const [{ response = {} } = {}] = exampleAnswers['createIssuerQuote']?.examples ?? []
  const { quote_amount: amount } = response as { quote_amount?: string }
  expect(stdout).toMatch(new RegExp(`quote_amount\\s+${amount ?? 'none'}`))
  expect(stdout).toContain('amount must be a decimal string such as 12.50, got number 12.5')
  const [, lost = ''] = stdout.split('An answer is lost: ')
  const refId = 'treasury-2026-03-02-0003'
  const steps = [
    ...['ConnectionError', 'outcome unknown', `refId: ${refId}`],
    ...[`GET /v2/acme/conversions?ref_id=${refId}`, 'found', 'ref_id        ' + refId],
    ...['It was made, so the program goes on with this id', 'one lost answer that was looked up'],
  ]
  const places = steps.map((step) => lost.indexOf(step))
  expect(places).toEqual(places.filter((place) => place > 0).sort((one, other) => one - other))
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
