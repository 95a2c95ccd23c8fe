import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Change, changes } from './changes.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Whether the simulation notices each change, made in a copy of the client. */
export async function findChanges(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'changes-'))
  let missed = 0
  try {
    for (const part of ['src', 'generated', 'test/support', 'test/systems/simulation'])
      await cp(join(root, part), join(folder, part), { recursive: true })
    for (const file of ['package.json', 'tsconfig.json'])
      await cp(join(root, file), join(folder, file))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const change of changes) {
      const startedAt = performance.now()
      const found = await findChange(folder, change)
      if (found === undefined) missed++
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      console.log(`${seconds.padStart(6)} s  ${change[0]}: ${found ?? 'NOT NOTICED'}`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  console.log(`${changes.length - missed} of ${changes.length} changes were noticed`)
  return missed === 0
}

/** The first invariant that breaks; undefined where none does. */
async function findChange(folder: string, [, from, to]: Change): Promise<string | undefined> {
  const { file, text } = await placeOf(join(folder, 'src'), from)
  await writeFile(
    file,
    text.replace(from, () => to),
  )
  const program = ['--import', 'tsx', join(folder, 'test/systems/simulation/run.ts')]
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, program, { cwd: folder }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
  await writeFile(file, text)
  if (!/^World|worlds that broke/m.test(output))
    throw new Error(`the simulation did not run:\n${output}`)
  return /^broken: (.*)$/m.exec(output)?.[1]
}

/** The one file that holds a text, which it holds once. @throws Error otherwise */
export async function placeOf(
  folder: string,
  from: string,
): Promise<{ readonly file: string; readonly text: string }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })),
  )
  const places = texts.flatMap((one) =>
    Array<typeof one>(one.text.split(from).length - 1).fill(one),
  )
  const [place] = places
  if (place === undefined || places.length > 1)
    throw new Error(`src/ has ${places.length} places with ${from}: adapt changes.ts`)
  return place
}
