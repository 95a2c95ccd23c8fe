import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { credentialsOptions } from '../../src/auth/client-credentials.js'
import { clientOptions } from '../../src/options.js'
import { blocksOf, guides, textOf } from '../support/guides.js'

/** What is typed into a shell, or shown as printed, is no file. */
const noFiles = ['sh', 'text', 'json', 'http', 'sql']

/** The names of an import on one line, which is too long for it where the package has a long name. */
const joined = (code: string): string =>
  code.replaceAll(
    /^import \{\n([^}]*),\n\}/gm,
    (_, names: string) => `import { ${names.trim().replaceAll(/\s+/g, ' ')} }`,
  )

/** What a reader has beside a sample: the files that some guide shows, and the folder of an overlay. */
const files = guides.flatMap((guide) => blocksOf(guide).map(({ source = '' }) => source))
const beside = ['acme/index.ts', ...files.map((file) => basename(file.replace(/#.*/, '')))]

it.each(guides)('%s shows code as it stands in a file that is compiled', (guide) => {
  for (const { language, source, text } of blocksOf(guide)) {
    if (source === undefined) expect(noFiles, text).toContain(language)
    else expect(joined(text), source).toBe(joined(textOf(source)))
    for (const [, path] of text.matchAll(/ from '\.\/?(.*)\.js'/g))
      expect(beside, source).toContain(`${path}.ts`)
  }
})

const [ofClient = '', ofCredentials = ''] = readFileSync('openapi/guides/options.md', 'utf8').split(
  '| Of `clientCredentials`',
)
const options = [
  ...Object.entries(clientOptions).map((option) => [ofClient, ...option] as const),
  ...Object.entries(credentialsOptions).map((option) => [ofCredentials, ...option] as const),
]

it.each(options.map(([table, name, rule]) => [name, table, rule] as const))(
  'the guide of options has %s, with its default',
  (name, table, [, , byDefault]) => {
    const [row = 'none'] = table.split('\n').filter((line) => line.startsWith(`| \`${name}\` | `))
    const literal = typeof byDefault === 'string' ? `'${byDefault}'` : String(byDefault)
    expect(row.replaceAll(/(?<=\d)_/g, '')).toContain(
      byDefault === undefined ? name : ` | \`${literal}\` | `,
    )
  },
)
