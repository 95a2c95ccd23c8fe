import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { type Result, root, run } from '../../support/run.js'

/** A part of a file, from one position to another, and what is put in its place. */
export interface LineChange {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly from: string
  readonly to: string
}

/** Operators, each with one that differs from it at the border or altogether. */
const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '||=': '&&=',
  '??=': '=',
  '+=': '=',
}

/** The changes of a file that look like an oversight: something left out, turned round, or one off. */
export function lineChanges(file: string, text: string): LineChange[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const changes: LineChange[] = []
  const replace = (start: number, end: number, to: string): void => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    changes.push({ file, line, start, end, from: text.slice(start, end), to })
  }
  const put = (node: ts.Node, to: string): void => replace(node.getStart(), node.end, to)
  const leaveOut = (parts: ts.NodeArray<ts.Node>): void =>
    parts.forEach((part, index) => {
      const next = parts[index + 1]
      if (next) replace(part.getStart(), next.getStart(), '')
      else replace(parts[index - 1]?.end ?? part.getStart(), parts.end, '')
    })
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node))
      return
    if (ts.isTypeAliasDeclaration(node) || ts.isExportDeclaration(node)) return
    changesOf(node, put, leaveOut)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return changes
}

function changesOf(
  node: ts.Node,
  put: (node: ts.Node, to: string) => void,
  leaveOut: (parts: ts.NodeArray<ts.Node>) => void,
): void {
  const { parent } = node as { readonly parent?: ts.Node }
  const isStep =
    ts.isExpressionStatement(node) || ts.isIfStatement(node) || ts.isThrowStatement(node)
  if (isStep || (ts.isReturnStatement(node) && !node.expression)) put(node, ';')
  if (ts.isIfStatement(node)) put(node.expression, 'true')
  if (ts.isConditionalExpression(node))
    for (const part of [node.whenTrue, node.whenFalse]) put(node, `(${part.getText()})`)
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node
    const other = operators[operatorToken.getText()]
    if (other !== undefined) put(operatorToken, other)
    if (['&&', '||', '??'].includes(operatorToken.getText()))
      for (const part of [left, right]) put(node, part.getText())
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isAwaitExpression(node))
    put(node, ts.isAwaitExpression(node) ? node.expression.getText() : node.operand.getText())
  if (ts.isPropertyAccessChain(node) && node.questionDotToken) put(node.questionDotToken, '.')
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression
    if (['catch', 'finally'].includes(name.text)) put(node, expression.getText())
  }
  if (ts.isArrayLiteralExpression(node)) leaveOut(node.elements)
  if (ts.isObjectLiteralExpression(node)) leaveOut(node.properties)
  const isName = parent && ts.isPropertyAssignment(parent) && parent.name === node
  if (ts.isStringLiteral(node) && node.text !== '' && !isName) put(node, "''")
  if (ts.isNumericLiteral(node)) put(node, `(${node.getText()} + 1)`)
  if (node.kind === ts.SyntaxKind.TrueKeyword) put(node, 'false')
  if (node.kind === ts.SyntaxKind.FalseKeyword) put(node, 'true')
}

/** Lets something happen in a copy of the project. */
export async function inCopy(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'changes-'))
  const filter = (path: string): boolean => !/[\\/](node_modules|dist|\.git)$/.test(path)
  try {
    await cp(root, folder, { recursive: true, filter })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs a command in a copy in which a part of one file, from one position to another, is replaced. */
export async function runChanged(
  folder: string,
  { file, start, end, to }: Readonly<{ file: string; start: number; end: number; to: string }>,
  command: readonly string[],
  timeout?: number,
): Promise<Result> {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.slice(0, start) + to + text.slice(end))
  try {
    return await run(command, { cwd: folder, ...(timeout && { timeout }) })
  } finally {
    await writeFile(path, text)
  }
}
