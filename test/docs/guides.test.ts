import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { order } from '../../scripts/docs/guides.js'
import { blocksOf, guides, textOf } from '../support/guides.js'
import { version } from '../systems/crash/databases.js'

/** What is typed into a shell, or shown as printed, is no file. */
const noFiles = ['sh', 'text', 'json', 'http', 'sql']

/** The names of an import on one line, which is too long for it where the package has a long name. */
const joined = (code: string): string =>
  code.replaceAll(
    /^import \{\n([^}]*),\n\}/gm,
    (_, names: string) => `import { ${names.trim().replaceAll(/\s+/g, ' ')} }`,
  )

describe.each(guides)('the guide %s', (guide) => {
  const blocks = blocksOf(guide)

  it('shows code that is a file which a test runs', () => {
    const unheld = blocks.filter(
      ({ language, source }) => source === undefined && !noFiles.includes(language),
    )
    expect(unheld).toEqual([])
  })

  it('shows code that writes its fields out, and spreads no literal', () => {
    expect(blocks.filter(({ text }) => /\.\.\.[{[]/.test(text))).toEqual([])
  })

  it('shows that code as it stands', () => {
    for (const { source, text } of blocks)
      if (source !== undefined) expect(joined(text), source).toBe(joined(textOf(source)))
  })
})

it('the guides are all in the pages', () => {
  const elsewhere = ['changelog', 'try-it']
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

/** A part of a Markdown file, and the first cells of its table. */
function sectionOf(file: string, title: string) {
  const all = readFileSync(file, 'utf8')
  const [, text = ''] = new RegExp(`^## ${title}\n(.*?)^## `, 'ms').exec(all) ?? []
  const cells = [...text.matchAll(/^\| (.+?) +\|/gm)].map(([, cell = '']) => cell)
  return { text, rows: cells.slice(2) }
}
const toConfirm = sectionOf('openapi/guides/concepts.md', 'What we rely on')

it('every reading of ours is in the table that a provider is to confirm', () => {
  const { rows } = sectionOf('openapi/README.md', 'Facts and readings')
  expect(rows.length).toBeGreaterThan(5)
  // It accepts the same strings as the documented pattern.
  const relied = rows.filter((reading) => reading !== 'The pattern in linear time')
  expect(relied.filter((reading) => !toConfirm.rows.includes(reading))).toEqual([])
})

it('every row of that table is a question of the mail to the provider, in the same order', () => {
  const { text, rows } = toConfirm
  const questions = text.split(/^\d+\. /m).slice(1)
  const numbers = [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
  expect(numbers).toEqual(rows.map((_, at) => at + 1))
  for (const [at, row] of rows.entries())
    for (const [name] of row.matchAll(/[\w-]*[_-][\w-]*|\d{3}|\bPUT\b|\bPOST\b/g))
      expect(questions[at], row).toContain(name)
})

it('no line of that table or mail has more than 120 characters', () => {
  expect(toConfirm.text.split('\n').filter((line) => line.length > 120)).toEqual([])
})
