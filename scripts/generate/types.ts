import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { type Document, type Operation, type Schema } from './document.js'
import { namedSchemas } from './names.js'

/** What openapi-typescript makes of a document. Called through the API: the command would read the linter's redocly.yaml. */
export function readTypes(document: Document): Promise<ts.Node[]> {
  return openapiTS(JSON.stringify(document), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
    silent: true,
  })
}

/** Everything, in the shapes of openapi-typescript: they are not public. */
export function typesModule(types: ts.Node[]): string {
  return astToString(types)
}

/**
 * The named schemas alone, each a type of its own: what the package exports of the types. What an operation takes and
 * gives without a name in the document gets one here.
 */
export async function schemasModule(document: Document, operations: Operation[]): Promise<string> {
  const more = namedSchemas(document, operations)
  const schemas: Record<string, Schema> = { ...document.components.schemas, ...more }
  const types = await readTypes({ ...document, components: { ...document.components, schemas } })
  const named = types.flatMap((node) => membersOf(node, 'components', 'schemas'))
  return astToString(named.map(standAlone))
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
  const { factory } = ts
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
