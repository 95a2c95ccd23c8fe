import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const file = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))
const readme = readFileSync(file('README.md'), 'utf8')
const snippets = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map((match) => match[1] ?? '')

/** What the snippets leave to the reader. */
const given = `
declare const body: import('stablecoin-issuer-api').CreateStablecoinConversionRequest
declare const fetchToken: () => Promise<string>
`

describe('the README', () => {
  it('has snippets that compile together, as they stand', () => {
    const imports = /^import .*$/gm
    const name = file('test/consumer/readme.ts')
    const lines = snippets.flatMap((snippet) => snippet.match(imports) ?? [])
    const text = [...lines, given, ...snippets.map((snippet) => snippet.replace(imports, ''))].join(
      '\n',
    )
    const { config } = ts.readConfigFile(file('tsconfig.json'), ts.sys.readFile.bind(ts.sys)) as {
      config: object
    }
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, file('.'))
    const host = ts.createCompilerHost(options)
    const getSourceFile = host.getSourceFile.bind(host)
    host.getSourceFile = (path, ...rest) =>
      path === name
        ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
        : getSourceFile(path, ...rest)
    const paths = { 'stablecoin-issuer-api': [file('src/index.ts')] }
    const program = ts.createProgram([name], { ...options, paths }, host)
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    expect(problems).toEqual([])
    expect(snippets.length).toBeGreaterThanOrEqual(2)
  })

  it('gives the two commands that a newcomer runs', () => {
    expect(readme).toContain('npm ci && npm run demo')
    expect(readme).toContain('npm ci && npm test')
  })
})
