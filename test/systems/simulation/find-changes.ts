import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inCopy, runChanged } from '../mutation/line-changes.js'
import { type Change, changes } from './changes.js'

/** Whether the simulation notices each change, made in a copy of the client. */
export async function findChanges(): Promise<boolean> {
  let missed = 0
  await inCopy(async (folder) => {
    for (const change of changes) {
      const startedAt = performance.now()
      const found = await findChange(folder, change)
      if (found === undefined) missed++
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      console.log(`${seconds.padStart(6)} s  ${change[0]}: ${found ?? 'NOT NOTICED'}`)
    }
  })
  console.log(`${changes.length - missed} of ${changes.length} changes were noticed`)
  return missed === 0
}

/** The first invariant that breaks; undefined where none does. */
async function findChange(folder: string, [, from, to]: Change): Promise<string | undefined> {
  const { file, text } = await placeOf('src', from)
  const start = text.indexOf(from)
  const program = [process.execPath, '--import', 'tsx', 'test/systems/simulation/run.ts']
  const change = { file, start, end: start + from.length, to }
  const { output } = await runChanged(folder, change, program)
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
