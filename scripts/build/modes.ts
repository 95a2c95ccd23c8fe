import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** npm puts these into every package. */
const always = ['package.json', 'README.md', 'LICENSE']

/**
 * Lets everyone read what is packed, and the owner alone write it: npm packs a file with the mode that it has, so the
 * tarball would depend on the umask of whoever cloned and built.
 */
export async function setModes(root: string, packed: readonly string[]): Promise<void> {
  for (const name of [...always, ...packed]) await setMode(join(root, name))
}

async function setMode(path: string): Promise<void> {
  const about = await stat(path).catch(() => undefined)
  if (about === undefined) return
  await chmod(path, about.isDirectory() ? 0o755 : 0o644)
  if (!about.isDirectory()) return
  for (const name of await readdir(path)) await setMode(join(path, name))
}
