import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './run.js'

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { default: string }>
}
/** The source of each entry with types, such as src/index.ts. */
export const entries = Object.values(exports).flatMap((target) =>
  typeof target === 'string' ? [] : target.default.replace(/^.*\/(src\/.*)\.js$/, '$1.ts'),
)
const ours = [join(root, 'src/'), join(root, 'generated/')]

/**
 * The frame that openapi-typescript puts around what the document says: openapi-fetch reads it, nobody hovers over it.
 */
const frame =
  /^(?:parameters|path|query|header|cookie|headers|requestBody|responses|content|schemas|application\/json|default|\d{3}|\/.*)$/

/** Every declaration that a user of an entry can meet, by the name that it has there. */
export function declarationsOf(program: ts.Program, entry: string): Map<ts.Node, string> {
  const checker = program.getTypeChecker()
  const found = new Map<ts.Node, string>()
  const source = program.getSourceFile(join(root, entry))
  const symbol = source && checker.getSymbolAtLocation(source)
  if (symbol === undefined) throw new Error(`${entry} exports nothing`)

  const declare = (name: string, one: ts.Symbol | undefined): void => {
    const isAlias = one !== undefined && (one.flags & ts.SymbolFlags.Alias) !== 0
    const whole = isAlias ? checker.getAliasedSymbol(one) : one
    for (const declaration of whole?.declarations ?? []) {
      const { fileName } = declaration.getSourceFile()
      if (ts.isTypeParameterDeclaration(declaration) || found.has(declaration)) continue
      if (!ours.some((folder) => fileName.startsWith(folder))) continue
      found.set(declaration, name)
      ts.forEachChild(declaration, (child) => visit(child, name))
    }
  }
  const visit = (node: ts.Node, owner: string): void => {
    if (ts.isBlock(node) || isHidden(node)) return
    const name = isMember(node) ? `${owner}.${node.name.getText().replaceAll(/['"]/g, '')}` : owner
    if (name !== owner) found.set(node, name)
    if (ts.isTypeReferenceNode(node)) {
      const target = checker.getSymbolAtLocation(node.typeName)
      declare(target?.name ?? '', target)
    } else if (ts.isExpressionWithTypeArguments(node)) {
      const target = checker.getSymbolAtLocation(node.expression)
      declare(target?.name ?? '', target)
    }
    ts.forEachChild(node, (child) => visit(child, name))
  }
  for (const one of checker.getExportsOfModule(symbol)) declare(one.name, one)
  return found
}

function isMember(node: ts.Node): node is ts.Node & { name: ts.Node } {
  return (
    ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isEnumMember(node) ||
    ts.isPropertyAssignment(node) ||
    (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent))
  )
}

function isHidden(node: ts.Node): boolean {
  const flags = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  const isPrivate = (ts.getCombinedModifierFlags(node as ts.Declaration) & flags) !== 0
  return isPrivate || (isMember(node) && ts.isPrivateIdentifier(node.name))
}

/** Where one hovers to see it. */
export function placeOf(node: ts.Node): number {
  const { name } = node as { name?: ts.Node }
  // Of a computed name, such as that of a symbol, the last part.
  if (name !== undefined && ts.isComputedPropertyName(name)) return name.expression.getEnd() - 1
  return (name ?? node).getStart()
}

export function isFrame(node: ts.Node, name: string): boolean {
  if (relative(root, node.getSourceFile().fileName) !== 'generated/types.ts') return false
  const isNever = ts.isPropertySignature(node) && node.type?.kind === ts.SyntaxKind.NeverKeyword
  return (
    isNever ||
    /^(?:paths|components|operations(?:[.]\w+)?)$/.test(name) ||
    frame.test(name.replace(/^.*[.](?=[^.])/, ''))
  )
}
