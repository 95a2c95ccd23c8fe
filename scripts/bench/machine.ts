import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import { versions as generated } from './generated-clients.js'
import { type ContestantName, titles } from './measured/contestants.js'
import type { Names } from './tables.js'

/** The processor, without the name of the machine. */
export function describeMachine(): string {
  const [processor] = cpus()
  const model = processor?.model.trim() || process.arch
  return `${cpus().length} × ${model}, ${process.platform}`
}

/** The titles of the contestants with the versions that are measured. */
export async function nameContestants(): Promise<Names> {
  const packages = ['openapi-fetch', 'axios', 'ky', 'undici'] as const
  const read = await Promise.all(
    packages.map(async (name) => [name, await versionOf(name)] as const),
  )
  const versions: Partial<Record<ContestantName, string>> = {
    ...Object.fromEntries(read),
    ...generated,
  }
  const names = (Object.keys(titles) as ContestantName[]).map((name) => {
    const version = versions[name]
    return [name, version === undefined ? titles[name] : `${titles[name]} ${version}`]
  })
  return Object.fromEntries(names) as Names
}

async function versionOf(name: string): Promise<string> {
  // Not every package exports its package.json, so it is found beside what is exported.
  const places = createRequire(import.meta.url).resolve.paths(name) ?? []
  for (const place of places) {
    const text = await readFile(`${place}/${name}/package.json`, 'utf8').catch(() => undefined)
    if (text !== undefined) return (JSON.parse(text) as { version: string }).version
  }
  throw new Error(`${name} is not installed: run npm ci.`)
}
