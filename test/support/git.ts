import { must, type Result } from './run.js'

/** Who commits in a test's repository: a machine may have nobody. */
export const identity = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

export const git = (cwd: string, ...args: string[]): Promise<Result> =>
  must(['git', ...args], { cwd, env: identity })

export async function commitAll(folder: string, message = 'Change'): Promise<void> {
  await git(folder, 'add', '--all')
  await git(folder, 'commit', '--quiet', '--message', message)
}
