import { expect, it } from 'vitest'
import { blocksOf, guides, textOf } from '../support/guides.js'

/** What is typed into a shell, or shown as printed, is no file. */
const noFiles = ['sh', 'text', 'json', 'http', 'sql']

/** The names of an import on one line, which is too long for it where the package has a long name. */
const joined = (code: string): string =>
  code.replaceAll(
    /^import \{\n([^}]*),\n\}/gm,
    (_, names: string) => `import { ${names.trim().replaceAll(/\s+/g, ' ')} }`,
  )

it.each(guides)('%s shows code as it stands in a file that is compiled', (guide) => {
  for (const { language, source, text } of blocksOf(guide)) {
    if (source === undefined) expect(noFiles, text).toContain(language)
    else expect(joined(text), source).toBe(joined(textOf(source)))
  }
})
