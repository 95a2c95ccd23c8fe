import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../support/run.js'

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile.bind(ts.sys)) as {
  config: object
}
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)

const file = join(root, 'test/consumer/never-written.ts')
let text = ''
let version = 0
const read = (path: string) => (path === file ? text : ts.sys.readFile(path))

/** It compiles anew only what has another version. */
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: (path) => (path === file ? String(version) : ''),
  getScriptSnapshot: (path) => {
    const found = read(path)
    return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (path) => path === file || ts.sys.fileExists(path),
  readFile: read,
})

/** What the compiler says of a program, each problem in one line. */
export function problemsOf(program: string): string[] {
  text = program
  version += 1
  return [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(
    ({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, '\n').replace(/\s*\n\s*/g, ' '),
  )
}
