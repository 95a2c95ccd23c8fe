import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes something of files and folders, unless `stamp` says that it was made of these very files. */
export async function makeOnce(
  stamp: string,
  sources: readonly string[],
  make: () => void | Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  for (const file of await filesOf(sources)) hash.update(`${file}\0`).update(await readFile(file))
  const sum = `${hash.digest('hex')}\n`
  if ((await readFile(stamp, 'utf8').catch(() => '')) === sum) return
  await rm(stamp, { force: true })
  await make()
  await writeFile(stamp, sum)
}

async function filesOf(names: readonly string[]): Promise<string[]> {
  const files = names.map(async (name) => {
    if ((await stat(name)).isFile()) return [name]
    const inside = (await readdir(name)).filter((one) => one !== 'node_modules')
    return filesOf(inside.map((one) => join(name, one)))
  })
  return (await Promise.all(files)).flat()
}
