import ts from 'typescript'

const compilerOptions: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
}

/** Without it, Node.js reads the modules as CommonJS in a project that `npm init` made. */
const packageJson = '{ "type": "module" }\n'

/** Turns modules of TypeScript into JavaScript with declarations; but for the main one, they have types alone, and are declarations already. */
export function toJavaScript(files: Readonly<Record<string, string>>): Record<string, string> {
  const written = Object.entries(files).flatMap(([name, text]) => {
    if (!name.endsWith('.ts')) return [[name, text] as const]
    const base = name.slice(0, -'.ts'.length)
    if (base !== 'index') return [[`${base}.d.ts`, text] as const]
    const code = ts.transpileModule(text, { compilerOptions }).outputText
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, { compilerOptions })
    const [problem] = diagnostics
    if (problem !== undefined)
      throw new Error(`${name}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`)
    const [header = ''] = text.split('\n')
    const withHeader = (made: string) => (made.startsWith(header) ? made : `${header}\n${made}`)
    return [
      [`${base}.js`, withHeader(code)] as const,
      [`${base}.d.ts`, withHeader(outputText)] as const,
    ]
  })
  return Object.fromEntries([...written, ['package.json', packageJson]])
}
