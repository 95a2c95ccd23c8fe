import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What a build is made from. The lock file says what is installed. */
const made = [
  ...['src', 'generated', 'openapi', 'scripts', 'LICENSE'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
]
/** The folders that a build writes. */
const makes = ['src', 'cjs', 'mock', 'overlay']

const fileOf = (outDir: string): string => join(outDir, 'build.sha256')

/** Whether a folder holds the unchanged output of a build of these very files. */
export async function isBuilt(root: string, outDir: string): Promise<boolean> {
  const kept = await readFile(fileOf(outDir), 'utf8').catch(() => undefined)
  return kept !== undefined && kept === (await stamp(root, outDir))
}

/** Writes down from which files this folder was built. */
export async function keepStamp(root: string, outDir: string): Promise<void> {
  await writeFile(fileOf(outDir), await stamp(root, outDir))
}

async function stamp(root: string, outDir: string): Promise<string> {
  const hash = createHash('sha256')
  const files = [...(await filesOf(root, made)), ...(await filesOf(outDir, makes))]
  for (const file of files) hash.update(`${relative(root, file)}\0`).update(await readFile(file))
  return `${hash.digest('hex')}\n`
}

/** The files that these names mean in a folder, in an order that is always the same. */
export async function filesOf(folder: string, names: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for (const name of names) {
    const path = join(folder, name)
    const about = await stat(path).catch(() => undefined)
    if (about?.isFile() === true) files.push(path)
    else if (about?.isDirectory() === true && name !== 'node_modules')
      files.push(...(await filesOf(path, (await readdir(path)).toSorted())))
  }
  return files
}
