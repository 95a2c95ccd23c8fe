import { join } from 'node:path'
import ts from 'typescript'
import { root } from './run.js'

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile.bind(ts.sys)) as {
  config: object
}
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)

/** Where the caret is in a text. */
export const caret = '/*caret*/'

/** What an editor with TypeScript's language service shows of a text that is never written to disk. */
export class Editor {
  readonly #file = join(root, 'test/consumer/in-the-editor.ts')
  readonly #service: ts.LanguageService
  #text = ''
  #version = 0

  constructor() {
    const read = (path: string) => (path === this.#file ? this.#text : ts.sys.readFile(path))
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => [this.#file],
      getScriptVersion: (path) => (path === this.#file ? String(this.#version) : ''),
      getScriptSnapshot: (path) => {
        const text = read(path)
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (path) => path === this.#file || ts.sys.fileExists(path),
      readFile: read,
    })
  }

  /** Replaces the text. */
  open(text: string): this {
    this.#text = text
    this.#version += 1
    return this
  }

  /** What the compiler says, each problem in one line. */
  problems(): string[] {
    return [
      ...this.#service.getSyntacticDiagnostics(this.#file),
      ...this.#service.getSemanticDiagnostics(this.#file),
    ].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, '\n').replace(/\s*\n\s*/g, ' '),
    )
  }

  /** What can stand at the caret, without the names and keywords that can stand anywhere. */
  completions(): string[] {
    const at = this.#text.indexOf(caret)
    const found = this.#service.getCompletionsAtPosition(this.#file, at, {
      includeCompletionsWithInsertText: true,
    })
    const { string, memberVariableElement, memberFunctionElement } = ts.ScriptElementKind
    const kinds = [string, memberVariableElement, memberFunctionElement]
    const own = (found?.entries ?? []).filter(({ kind }) => kinds.includes(kind))
    return own.map(({ name }) => name.replace(/^['"](.*)['"]$/, '$1'))
  }

  /** What is shown for the first time that a word stands in the text. */
  hover(word: string): string {
    const at = this.#text.indexOf(word)
    const info = this.#service.getQuickInfoAtPosition(this.#file, at)
    const tags = (info?.tags ?? []).map(({ text }) => ts.displayPartsToString(text))
    return [ts.displayPartsToString(info?.documentation), ...tags].join('\n').trim()
  }
}
