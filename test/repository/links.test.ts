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

it.each<[string, Record<string, string>, string[]]>([
  [
    'lead to files, folders and headings that are there',
    {
      'one.md': '# A `b` & c\n\n## Twice\n\n## Twice\n\n[a](#a-b--c) [b](#twice-1) ![c](guides)',
      'guides/two.md': '[a](../one.md#twice) [b]: no link\n\n[c][d]\n\n[d]: ../src/code.ts',
      'src/code.ts': '',
    },
    [],
  ],
  [
    'are named where they lead to nothing',
    {
      'one.md': '# One\n\n[a](two.md) [b](#two) ![c](../outside.svg) [d](/one.md)',
      'guides/two.md': '<a href="../one.md#One">one</a>',
    },
    [
      'one.md: two.md leads to no file',
      'one.md: #two leads to no heading',
      'one.md: ../outside.svg leads to no file',
      'one.md: /one.md begins at the root of whatever shows it',
      'guides/two.md: ../one.md#One leads to no heading',
    ],
  ],
  ['are not looked for in code', { 'one.md': '`[a](b.md)`\n\n```md\n[a](b.md)\n```\n' }, []],
  [
    'are addresses by https where they leave the project',
    {
      'one.md':
        '[a](https://example.org/x#y) [b](http://localhost:4010) <https://example.org> [d](http://example.org) [f](https://example.com/own/one.md)',
    },
    [
      'one.md: http://example.org is not https',
      'one.md: https://example.com/own/one.md leads to a file of the project: link it relatively',
    ],
  ],
  [
    'lead from the README to what someone has who has the package alone',
    {
      'README.md': '# Own\n\n[a](#own) [b](guides/two.md) [c](src/code.ts) [e](LICENSE)',
      'guides/two.md': '',
      'src/code.ts': '',
      LICENSE: '',
    },
    [
      'README.md: src/code.ts leads to a file that the package does not carry: give its whole address',
    ],
  ],
])('the links of the Markdown files %s', (_, files, found) =>
  expect(problems(files)).toEqual(found),
)
