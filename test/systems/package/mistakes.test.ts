import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../../support/run.js'
import { packed } from './project.js'

const { app } = packed()
const bad = '../bad.overlay.yaml'
const overlay = `overlay: 1.0.0
info: { title: Bad, version: 1.0.0 }
actions: [{ target: $.nothing, update: { a: 1 } }]
`

it.for([
  `stablecoin-issuer-overlay ${bad} --out out`,
  `stablecoin-issuer-overlay ${bad} --out out --no-such-option`,
  'stablecoin-issuer-mock --provider no-such-folder',
  'stablecoin-issuer-mock --no-such-option',
])('a packed command says in one line what is wrong, without a stack: %s', async (command) => {
  await writeFile(join(app, bad), overlay)
  const { code, output } = await run(['npx', '--no-install', ...command.split(' ')], { cwd: app })
  expect(output).toMatch(/^(?!.*node_modules).{10,200}\n$/)
  expect(code).toBe(1)
})
