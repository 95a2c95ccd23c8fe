import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs git and gives back what it printed. @throws Error in git's own words */
export async function git(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { maxBuffer: 16 * 1024 * 1024 })
  return stdout.trimEnd()
}

/** The same where a failure is an answer as well. */
export async function tryGit(...args: string[]): Promise<string | undefined> {
  return git(...args).catch(() => undefined)
}
