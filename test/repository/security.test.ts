import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Row } from '../faults/script.js'
import { root } from '../support/run.js'

const groups = [
  ...['connections', 'answers', 'tokens', 'token-endpoint'],
  ...['time', 'hostile', 'secrets', 'random'],
  ...['resends', 'lookalikes', 'strange-parts', 'escaped-secrets', 'content-codings', 'told'],
]

/** The rows that `npm run test:faults` runs, as lines of a table. */
async function promised(): Promise<string[]> {
  const modules = await Promise.all(
    groups.map(async (group) => {
      const module: unknown = await import(`../faults/${group}.ts`)
      return module as { portable: Row[]; onNode: Row[] }
    }),
  )
  return modules
    .flatMap(({ portable, onNode }) => [...portable, ...onNode])
    .sort((one, other) => one.number - other.number)
    .map(({ number, fault, demand }) => `| ${number} | ${fault} | ${demand} |`)
}

describe('SECURITY.md', () => {
  it('promises what the table of faults shows, row by row', async () => {
    const text = readFileSync(join(root, 'SECURITY.md'), 'utf8').replace(/ +/g, ' ')
    const rows = text.split('\n').filter((line) => /^\| \d/.test(line))
    const expected = await promised()
    expect(expected.length).toBe(35)
    expect(rows).toEqual(expected)
  })
})
