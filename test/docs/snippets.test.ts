import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { acme, blocksOf, guides } from '../support/guides.js'
import { root } from '../support/run.js'

/** What the guides on proxies and on journals say is the reader's own. */
const readers = `
declare const options: import('stablecoin-issuer-api').ClientOptions
declare const pool: import('pg').Pool
declare const lookUp: import('stablecoin-issuer-api/journal').JournalOptions['lookUp']
declare const body: import('stablecoin-issuer-api').CreateStablecoinConversionRequest & {
  readonly ref_id: string
}
declare const baseUrl: string, proxy: string, file: string
declare const credentials: import('stablecoin-issuer-api').ClientCredentialsOptions
declare const files: { readonly ca: string; readonly cert: string; readonly key: string }
`

/** Each block that is a part of a file, as a file of its own beside that file. */
function pasted(): [path: string, text: string][] {
  return guides.flatMap(blocksOf).flatMap(({ source = '', text }) => {
    const [, file, name] = /^(.*)\.m?ts#(.*)$/.exec(source) ?? []
    const path = join(root, `${file}-${name}.ts`)
    return file === undefined ? [] : [[path, text.replace(acme.shown, acme.written)]]
  })
}

/** What the compiler says of texts, which are at their paths for it alone. */
function messagesOf(texts: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as { config: object }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const read = host.readFile.bind(host)
  host.readFile = (path) => texts.get(path) ?? read(path)
  host.fileExists = (path) => texts.has(path) || ts.sys.fileExists(path)
  const program = ts.createProgram([...texts.keys()], options, host)
  return [...texts.keys()].flatMap((path) => {
    const file = program.getSourceFile(path)
    const said = [program.getSyntacticDiagnostics(file), program.getSemanticDiagnostics(file)]
    return said
      .flat()
      .map((one) => `${path}: ${ts.flattenDiagnosticMessageText(one.messageText, '\n')}`)
  })
}

it('each part of a file that a guide shows compiles where it is pasted alone, with its imports', () => {
  const parts = pasted()
  expect(parts.length).toBeGreaterThan(20)
  const bare = parts.map(([path, text]): [string, string] => [
    path.replace(/ts$/, 'bare.ts'),
    text.replaceAll(/^import .*\n/gm, ''),
  ])
  const given: [string, string] = [join(root, 'openapi/guides/examples/readers.d.ts'), readers]
  const messages = messagesOf(new Map([given, ...parts, ...bare]))
  expect(messages.filter((message) => !message.includes('.bare.ts'))).toEqual([])
  for (const [path] of bare)
    expect(messages.find((message) => message.startsWith(path))).toContain('Cannot find name')
})
