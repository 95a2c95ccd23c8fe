import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { root } from './support/run.js'

// Types are not needed to see what a file imports.
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => ruleId.startsWith('import-x/'),
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
})

/** What is said of a file of src/ if it held nothing but this. */
async function said(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: `src/${file}` })
  return (result?.messages ?? []).map(({ message }) => message)
}

describe('a room of src/', () => {
  it.each([
    ['ground/redact.ts', "export { kindOf } from '../errors.js'"],
    [
      'transport/proof.ts',
      "import type { Settled } from '../call/promise.js'; export type A = Settled",
    ],
    ['errors.ts', "export { prepare } from './check/prepare.js'"],
    ['check/issues.ts', "export { isToken } from '../auth/token-source.js'"],
    ['auth/credential.ts', "export { prepare } from '../check/prepare.js'"],
    ['call/retry.ts', "export { createClient } from '../client.js'"],
  ])('%s may not import what stands above or beside it', async (file, text) => {
    expect(await said(file, text)).toContainEqual(
      expect.stringContaining('only what stands below it'),
    )
  })

  it('may import what stands below it', async () => {
    expect(await said('call/retry.ts', "export { kindOf } from '../errors.js'")).toEqual([])
  })

  it('has no circle', async () => {
    const text = "import { BodyCopy } from './body-copy.js'; export const memberPath = BodyCopy"
    expect(await said('check/issues.ts', text)).toEqual([expect.stringContaining('cycle')])
  })
})
