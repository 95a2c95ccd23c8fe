import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  scanDiscriminators,
  transformSchema,
} from 'openapi-typescript'
import ts from 'typescript'
import { type Document, isNode, type Operation, type Schema } from '../../lib/document.js'
import { others, sidesOf } from '../read/answers.js'
import { namedSchemas, typeNames } from '../read/names.js'

/** Drops titles: they repeat the component's name for renderers, and the type has that name already. */
function withoutTitle(key: string, value: unknown): unknown {
  return key === 'title' && typeof value === 'string' ? undefined : value
}

/**
 * The types that openapi-typescript makes of a document. Its main function would first read the files, and fetch the
 * addresses, that the document names.
 * What a caller may leave out may be undefined as well, since such members are not sent; under
 * `exactOptionalPropertyTypes` that is not the same. Not the caller's own reference: there it hides a mistake.
 */
export function readTypes(
  document: Document,
  inputs: readonly string[] = [],
  other: (kind: ts.TypeNode) => ts.TypeNode = (kind) => kind,
): ts.Node[] {
  const { inRequests, inAnswers } = sidesOf(document)
  const isInput = (path = ''): boolean => {
    const [, name = ''] = /^#\/components\/schemas\/(\w+)/.exec(path) ?? []
    return inputs.includes(name) || (inRequests.has(name) && !inAnswers.has(name))
  }
  const schema = JSON.parse(JSON.stringify(document, withoutTitle)) as OpenAPI3
  const silent = true
  const options: Partial<GlobalContext> = {
    defaultNonNullable: false,
    silent,
    injectFooter: [],
    discriminators: scanDiscriminators(schema, { silent }),
    resolve: ($ref) => resolveRef(schema, $ref, { silent }),
    // A schema may be true or false, against its type.
    transform: (schema) => (others in Object(schema) ? other(kindOf(schema)) : undefined),
    transformProperty: (property, schema, { path }) => {
      const { modifiers, name, questionToken, type } = property
      const may = isInput(path) && isNode(schema) && schema['x-client-reference'] !== true
      if (!may || type === undefined || questionToken === undefined) return undefined
      const nothing = factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)
      const either = factory.createUnionTypeNode([type, nothing])
      return factory.updatePropertySignature(property, modifiers, name, questionToken, either)
    },
  }
  // Each option that is not there is off by default.
  return transformSchema(schema, options as GlobalContext)
}

/** Everything, in the shapes of openapi-typescript: they are not public. */
export function typesModule(nodes: ts.Node[]): string {
  return withDocumentation(astToString(nodes))
}

/**
 * The named schemas alone, each a type of its own: what the package exports of the types. What an operation takes and
 * gives without a name in the document gets one here.
 */
export function schemasModule(document: Document, operations: Operation[]): string {
  const more = namedSchemas(document, operations)
  const schemas: Record<string, Schema> = { ...document.components.schemas, ...more }
  const names = operations.map(typeNames)
  const inputs = names.flatMap(({ parameters = [], body = [] }) => [parameters, body].flat())
  const whole = { ...document, components: { ...document.components, schemas } }
  const nodes = readTypes(whole, inputs, anyOther)
  const named = nodes.flatMap((node) => membersOf(node, 'components', 'schemas'))
  const code = astToString(named.map(exported))
  const standAlone = code.replace(/components\["schemas"\]\["(\w+)"\]/g, '$1')
  const ids = operations.map(({ id }) => JSON.stringify(id)).join(' | ')
  const idType = `/** The operations of the document. */\nexport type OperationId = ${ids}\n\n`
  return idType + withDocumentation(standAlone)
}

/** A description as what editors show first, and not as a tag; the format after it. */
function withDocumentation(code: string): string {
  return code
    .replace(/^( *\* )(Format: .+\n)( *\* @description .+\n(?: *\* {5}.+\n)*)/gm, '$3$1$2')
    .replace(/^( *\/?\*{1,2} )@description /gm, '$1')
}

const { factory } = ts

/**
 * Takes in every other value, and does not make the editor forget those that are listed, as the kind alone would.
 * openapi-fetch takes it for an object, so its types have the kind alone.
 */
function anyOther(kind: ts.TypeNode): ts.TypeNode {
  const empty = factory.createTypeLiteralNode([])
  return factory.createParenthesizedType(factory.createIntersectionTypeNode([kind, empty]))
}

function kindOf({ type }: object & { type?: unknown }): ts.TypeNode {
  const { NumberKeyword, StringKeyword } = ts.SyntaxKind
  return factory.createKeywordTypeNode(type === 'number' ? NumberKeyword : StringKeyword)
}

function membersOf(node: ts.Node, name: string, property: string): ts.PropertySignature[] {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== name) return []
  const member = node.members.filter(ts.isPropertySignature).find((one) => nameOf(one) === property)
  return member?.type !== undefined && ts.isTypeLiteralNode(member.type)
    ? member.type.members.filter(ts.isPropertySignature)
    : []
}

const nameOf = ({ name }: ts.PropertySignature): string => (name as ts.Identifier).text

/** A member as a type of its own, with the description that it had there. */
function exported(schema: ts.PropertySignature): ts.Node {
  const modifiers = [factory.createModifier(ts.SyntaxKind.ExportKeyword)]
  const type = schema.type as ts.TypeNode
  const alias = factory.createTypeAliasDeclaration(modifiers, nameOf(schema), undefined, type)
  return ts.setSyntheticLeadingComments(alias, ts.getSyntheticLeadingComments(schema))
}
