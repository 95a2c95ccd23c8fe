import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const file = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))
const { config } = ts.readConfigFile(file('tsconfig.json'), ts.sys.readFile.bind(ts.sys)) as {
  config: object
}
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, file('.'))

function diagnose(name: string): string[] {
  const program = ts.createProgram([file(name)], options)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('the types', () => {
  it('compile what the document allows and refuse what it does not', () => {
    expect(diagnose('test/consumer/types.ts')).toEqual([])
  })

  it('show the description of the document on hover', () => {
    const name = file('test/consumer/hover.ts')
    const source = `import type { Client, IssuerQuote } from '../../src/index.js'
export const f = (client: Client) => client.createIssuerQuote
export const g = (quote: IssuerQuote) => quote.quote_amount
`
    const service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => [name],
      getScriptVersion: () => '1',
      getScriptSnapshot: (path) => {
        const text = path === name ? source : ts.sys.readFile(path)
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
      },
      getCurrentDirectory: () => file('.'),
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (path) => path === name || ts.sys.fileExists(path),
      readFile: (path) => (path === name ? source : ts.sys.readFile(path)),
    })
    const hover = (word: string): string => {
      const info = service.getQuickInfoAtPosition(name, source.indexOf(word))
      const tags = (info?.tags ?? []).map(({ text }) => ts.displayPartsToString(text))
      return [ts.displayPartsToString(info?.documentation), ...tags].join('\n')
    }
    expect(hover('createIssuerQuote')).toMatch(
      /Holds a price .*held until `expires_at`.*exchange:write_issuer_quote/s,
    )
    expect(hover('quote_amount')).toContain('excluding fees')
  })
})
