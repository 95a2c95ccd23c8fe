import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { brokenLinks } from '../../scripts/lint/links.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'links-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** The problems of the files, of which the package carries the folder `guides`. */
function problems(files: Record<string, string>): string[] {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const pages = Object.keys(files).filter((name) => name.endsWith('.md'))
  const repository = 'https://example.com/own'
  return brokenLinks({ root, files: pages, packed: ['guides'], repository })
}

it('the links of the Markdown files lead to files, folders and headings that are there', () => {
  const found = problems({
    'one.md': '# A `b` & c\n\n## Twice\n\n## Twice\n\n[a](#a-b--c) [b](#twice-1) ![c](guides)',
    'guides/two.md': '[a](../one.md#twice) [b]: no link\n\n[c][d]\n\n[d]: ../src/code.ts',
    'src/code.ts': '',
  })
  expect(found).toEqual([])
})

it('the links of the Markdown files are named where they lead to nothing', () => {
  const found = problems({
    'one.md': '# One\n\n[a](two.md) [b](#two) ![c](../outside.svg) [d](/one.md)',
    'guides/two.md': '<a href="../one.md#One">one</a>',
  })
  expect(found).toEqual([
    'one.md: two.md leads to no file',
    'one.md: #two leads to no heading',
    'one.md: ../outside.svg leads to no file',
    'one.md: /one.md begins at the root of whatever shows it',
    'guides/two.md: ../one.md#One leads to no heading',
  ])
})

it('the links of the Markdown files are not looked for in code', () =>
  expect(problems({ 'one.md': '`[a](b.md)`\n\n```md\n[a](b.md)\n```\n' })).toEqual([]))

it('the links of the Markdown files are addresses by https where they leave the project', () => {
  const found = problems({
    'one.md':
      '[a](https://example.org/x#y) [b](http://localhost:4010) [c](mailto:a@example.org) <https://example.org> [d](http://example.org) [e](https://) [f](https://example.com/own/one.md)',
  })
  expect(found).toEqual([
    'one.md: http://example.org is not https',
    'one.md: https:// is no address',
    'one.md: https://example.com/own/one.md leads to a file of the project: link it relatively',
  ])
})

it('the links of the Markdown files lead from the README to what someone has who has the package alone', () => {
  const found = problems({
    'README.md':
      '# Own\n\n[a](#own) [b](guides/two.md) [c](src/code.ts) [d](https://example.com/own/src/code.ts) [e](LICENSE)',
    'guides/two.md': '',
    'src/code.ts': '',
    LICENSE: '',
  })
  expect(found).toEqual([
    'README.md: src/code.ts leads to a file that the package does not carry: give its whole address',
  ])
})
