import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { commitAll, git } from '../support/git.js'
import { must, type Result, root, run } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'

const project = join(scratchFolder(), 'project')
const write = (file: string, text: string) => writeFile(join(project, file), text)
const tsx = [process.execPath, '--import', 'tsx']
const check = (): Promise<Result> =>
  run([...tsx, join(root, 'scripts/check.ts'), '--fast'], { cwd: project })

beforeAll(async () => {
  await must(['git', 'clone', '--quiet', root, project])
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
  await write('.git/info/exclude', 'node_modules\n')
  await write('before.md', '*  wrong\n')
  await git(project, 'checkout', '--quiet', '-B', 'main')
  await commitAll(project)
  await git(project, 'checkout', '--quiet', '-b', 'branch')
})

it('npm run check -- --fast says what is wrong with the files that a branch changed, committed or not, and with no others', async () => {
  expect(await check()).toMatchObject({ code: 0, stderr: '' })

  await write('committed.md', '*  wrong\n')
  await commitAll(project)
  await write('new.md', '*  wrong\n')
  await write('generated/openapi.yaml', '')
  const { code, stderr } = await check()
  expect(code).toBe(1)
  expect(stderr).toMatch(/prettier:[^]*committed\.md[^]*new\.md/)
  expect(stderr).not.toContain('before.md')
  expect(stderr).toMatch(/generated\/:\n.* gives: openapi\.yaml/)
})
