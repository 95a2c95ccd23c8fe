import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Result, root, run } from '../../support/run.js'

/** Lets something happen in a copy of the project. */
export async function inCopy(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'changes-'))
  const filter = (path: string): boolean => !/[\\/](node_modules|dist|\.git)$/.test(path)
  try {
    await cp(root, folder, { recursive: true, filter })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs a command in a copy in which a part of one file, from one position to another, is replaced. */
export async function runChanged(
  folder: string,
  { file, start, end, to }: Readonly<{ file: string; start: number; end: number; to: string }>,
  command: readonly string[],
  timeout?: number,
): Promise<Result> {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.slice(0, start) + to + text.slice(end))
  try {
    return await run(command, { cwd: folder, ...(timeout && { timeout }) })
  } finally {
    await writeFile(path, text)
  }
}
