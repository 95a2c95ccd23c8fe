import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Does something in a folder that is gone afterwards. */
export async function inFolder<Result>(
  name: string,
  what: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  try {
    return await what(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
