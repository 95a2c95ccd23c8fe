import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { order } from '../../scripts/docs/guides.js'
import { blocksOf, guides, textOf } from '../support/guides.js'
import { version } from '../systems/crash/sqlite.js'

/** What is typed into a shell, or shown as printed, is no file. */
const noFiles = ['sh', 'text', 'json', 'http', 'sql']

describe.each(guides)('the guide %s', (guide) => {
  const blocks = blocksOf(guide)

  it('shows code that is a file which a test runs', () => {
    const unheld = blocks.filter(
      ({ language, source }) => source === undefined && !noFiles.includes(language),
    )
    expect(unheld).toEqual([])
  })

  it('shows that code as it stands', () => {
    for (const { source, text } of blocks)
      if (source !== undefined) expect(text, source).toBe(textOf(source))
  })
})

it('the guides are all in the pages', () => {
  const elsewhere = ['changelog', 'options']
  const own = order.filter((name) => !elsewhere.includes(name))
  expect(guides.map((guide) => guide.replace('.md', ''))).toEqual(own.toSorted())
  expect(guides.length).toBeGreaterThan(0)
})

it('the journal is installed with the SQLite whose programs are killed and frozen', () => {
  const guide = readFileSync('openapi/guides/after-unknown.md', 'utf8')
  expect(guide).toContain(`npm install better-sqlite3@${version.split('.')[0]}`)
})

it('the changelog names no command that only a clone has', () => {
  expect(readFileSync('CHANGELOG.md', 'utf8')).not.toMatch(/npm run|\bscripts\//)
})
