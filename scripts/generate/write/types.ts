import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { Document, Operation, Schema } from '../../lib/document.js'
import { others } from '../read/answers.js'
import { exclusion } from '../read/exclusive.js'
import { namedSchemas, typeNames } from '../read/names.js'
import { acceptUndefined, leftOut } from '../read/undefined.js'

/** Drops titles: they repeat the component's name for renderers, and the type has that name already. */
function withoutTitle(key: string, value: unknown): unknown {
  return key === 'title' && typeof value === 'string' ? undefined : value
}

/** What openapi-typescript makes of a document. */
export interface Types {
  readonly nodes: readonly ts.Node[]
  /** What comes before them: a type that says which field excludes another. */
  readonly beside: string
}

/** Called through the API: the command would read the linter's redocly.yaml. */
export async function readTypes(
  document: Document,
  other: (kind: ts.TypeNode) => ts.TypeNode = (kind) => kind,
): Promise<Types> {
  const reasons = new Map<string, string>()
  const nodes = await openapiTS(JSON.stringify(document, withoutTitle), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
    silent: true,
    // A schema may be true or false, against its type.
    transform: (schema) => (others in Object(schema) ? other(kindOf(schema)) : undefined),
    transformProperty: (property, schema) => {
      const excluded = (schema as { [exclusion]?: readonly string[] })[exclusion]
      if (excluded === undefined)
        return leftOut in Object(schema) ? orUndefined(property) : undefined
      if (excluded.length === 0) return undefined
      const reason = excluded.join(' and ')
      const member = reason.replaceAll(/\W/g, '_')
      reasons.set(member, reason)
      return withType(property, factory.createTypeReferenceNode(`${reasonsName}.${member}`))
    },
  })
  return { nodes, beside: reasons.size === 0 ? '' : reasonsEnum(reasons) }
}

/** Everything, in the shapes of openapi-typescript: they are not public. */
export function typesModule({ nodes, beside }: Types): string {
  return beside + withDocumentation(astToString([...nodes]))
}

/**
 * The named schemas alone, each a type of its own: what the package exports of the types. What an operation takes and
 * gives without a name in the document gets one here.
 */
export async function schemasModule(document: Document, operations: Operation[]): Promise<string> {
  const more = namedSchemas(document, operations)
  const schemas: Record<string, Schema> = { ...document.components.schemas, ...more }
  const names = operations.map(typeNames)
  const bodies = names.flatMap(({ body = [] }) => body)
  const inputs = [...names.flatMap(({ parameters = [] }) => parameters), ...bodies]
  const whole = { ...document, components: { ...document.components, schemas } }
  const { nodes, beside } = await readTypes(acceptUndefined(whole, inputs), anyOther)
  const named = nodes.flatMap((node) => membersOf(node, 'components', 'schemas'))
  return beside + idType(operations) + withDocumentation(astToString(named.map(standAlone)))
}

function idType(operations: readonly Operation[]): string {
  const ids = operations.map(({ id }) => JSON.stringify(id)).join(' | ')
  return `/** The operations of the document. */\nexport type OperationId = ${ids}\n\n`
}

/** A description as what editors show first, and not as a tag; the format after it. */
function withDocumentation(code: string): string {
  return code
    .replace(/^( *\* )(Format: .+\n)( *\* @description .+\n(?: *\* {5}.+\n)*)/gm, '$3$1$2')
    .replace(/^( *\/?\*{1,2} )@description /gm, '$1')
}

const { factory } = ts
const reasonsName = 'NotTogetherWith'

/**
 * An enum's member is a type of its own without a value that anyone could write, and the compiler calls it by its
 * name where a value does not fit. It takes no part in completion, since it is not exported.
 */
function reasonsEnum(reasons: ReadonlyMap<string, string>): string {
  const members = [...reasons].map(
    ([member, reason]) => `  /** Is given already. */\n  ${member} = ${JSON.stringify(reason)},\n`,
  )
  return `/** Which fields exclude the one that has this type. */
declare enum ${reasonsName} {
${members.join('')}}

`
}

/**
 * Takes in every other value, and does not make the editor forget those that are listed, as the kind alone would.
 * openapi-fetch takes it for an object, so its types have the kind alone.
 */
function anyOther(kind: ts.TypeNode): ts.TypeNode {
  const empty = factory.createTypeLiteralNode([])
  return factory.createParenthesizedType(factory.createIntersectionTypeNode([kind, empty]))
}

function kindOf({ type }: object & { type?: unknown }): ts.TypeNode {
  const isNumber = type === 'number'
  const keyword = isNumber ? ts.SyntaxKind.NumberKeyword : ts.SyntaxKind.StringKeyword
  return factory.createKeywordTypeNode(keyword)
}

function orUndefined(property: ts.PropertySignature): ts.PropertySignature {
  if (property.type === undefined) return property
  const nothing = factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)
  return withType(property, factory.createUnionTypeNode([property.type, nothing]))
}

function withType(property: ts.PropertySignature, type: ts.TypeNode): ts.PropertySignature {
  const { modifiers, name, questionToken } = property
  return factory.updatePropertySignature(property, modifiers, name, questionToken, type)
}

function membersOf(node: ts.Node, name: string, property: string): ts.PropertySignature[] {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== name) return []
  const found = node.members.filter(ts.isPropertySignature).find((one) => nameOf(one) === property)
  return found?.type !== undefined && ts.isTypeLiteralNode(found.type)
    ? found.type.members.filter(ts.isPropertySignature)
    : []
}

function nameOf({ name }: ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : ''
}

/** `components["schemas"]["X"]` becomes `X`, with the description that it had there. */
function standAlone(schema: ts.PropertySignature): ts.Node {
  const flatten = (node: ts.Node): ts.Node => {
    const target = referenceOf(node)
    return target === undefined
      ? ts.visitEachChild(node, flatten, undefined)
      : factory.createTypeReferenceNode(target)
  }
  const type = ts.visitNode(schema.type, flatten, ts.isTypeNode) as ts.TypeNode
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)]
  const alias = factory.createTypeAliasDeclaration(exported, nameOf(schema), undefined, type)
  return ts.setSyntheticLeadingComments(alias, ts.getSyntheticLeadingComments(schema))
}

function referenceOf(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType))
    return undefined
  const { objectType, indexType } = node.objectType
  const ofSchemas = ts.isTypeReferenceNode(objectType) && textOf(indexType) === 'schemas'
  return ofSchemas ? textOf(node.indexType) : undefined
}

function textOf(node: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)
    ? node.literal.text
    : undefined
}
