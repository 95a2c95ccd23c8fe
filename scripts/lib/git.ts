import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Runs git and gives back what it printed. @throws Error in git's own words */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const options = { cwd: folder, maxBuffer: 16 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)('git', args, options)
  return stdout.trimEnd()
}

/** The same where a failure is an answer as well. */
export async function tryGit(...args: string[]): Promise<string | undefined> {
  return git('.', ...args).catch(() => undefined)
}

/** The tag of the last release that can be reached. A fork has tags of another package's releases. */
export async function lastRelease(): Promise<string | undefined> {
  const tag = await tryGit('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')
  const released = tag && (await tryGit('show', `${tag}:package.json`))
  return released && nameIn(released) === nameIn(await readFile('package.json', 'utf8'))
    ? tag
    : undefined
}

const nameIn = (manifest: string): string => (JSON.parse(manifest) as { name: string }).name
