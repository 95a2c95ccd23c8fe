import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, run, script } from '../support/run.js'

it('npm run suite lists every suite, also where none has the name', async () => {
  const config = await readFile(join(root, 'vitest.config.ts'), 'utf8')
  const projects = [...config.matchAll(/project\('(\w+)'/g)].map(([, name = '']) => name)
  const entries = await readdir(join(root, 'test/systems'), { withFileTypes: true })
  const programs = entries.filter((one) => one.isDirectory()).map(({ name }) => name)
  const all = [...projects.filter((name) => name !== 'client'), ...programs].sort()
  const { stdout } = await run(script('suite'))
  const listed = [...stdout.matchAll(/^\| (\w+) .* \d+ s .*$/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(all)
  const unknown = await run(script('suite', 'fault'))
  expect(unknown).toMatchObject({ code: 1, stdout, stderr: 'fault is not a suite.\n' })
})
