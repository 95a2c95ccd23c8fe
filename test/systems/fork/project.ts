import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { must, root } from '../../support/run.js'

const identity = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}
const git = (cwd: string, ...args: string[]) => must(['git', ...args], { cwd, env: identity })

export async function commitAll(folder: string): Promise<void> {
  await git(folder, 'add', '--all')
  await git(folder, 'commit', '--quiet', '--message', 'Change')
}

/** Copies the work tree, with what is not committed, into a repository of its own, whose modules are borrowed. */
export async function copyProject(folder: string): Promise<void> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const [{ stdout: all }, { stdout: gone }] = await Promise.all([
    git(root, ...list),
    git(root, 'ls-files', '-z', '--deleted'),
  ])
  const deleted = gone.split('\0')
  for (const file of all.split('\0').filter((file) => !deleted.includes(file))) {
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await cp(join(root, file), join(folder, file))
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await git(folder, 'init', '--quiet', '--initial-branch', 'main')
  // .gitignore has the folder of modules, and not a link to one.
  await writeFile(join(folder, '.git/info/exclude'), 'node_modules\n')
  await commitAll(folder)
}
