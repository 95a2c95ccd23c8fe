import {
  type Comment,
  type CommentDisplayPart,
  type DeclarationReflection,
  type ParameterReflection,
  type Reflection,
  ReflectionKind,
  type SignatureReflection,
  type SomeType,
} from 'typedoc'

/** A declaration as Markdown: a heading, its code where the members do not say it, its comment, and a line for each member. */
export function textOf(one: DeclarationReflection): string {
  const { kind, name, type, signatures = [], comment } = one
  const heading = `### ${titleOf(one)}`
  if (kind === ReflectionKind.Function)
    return join([
      heading,
      ...signatures.flatMap((each) => [code(written(name, each)), ...aboutCall(each)]),
    ])
  // The reference of the operations has their members.
  if (name === 'paths' || name === 'components')
    return join([heading, `Openapi-typescript's \`${name}\` of the document.`])
  const variants = type?.type === 'union' ? type.types.map(variantOf) : []
  const members = [...membersOf(one).flatMap(lineOf), ...inside(type), ...variants.flat()]
  const isSaid = members.length > 0 && variants.every((lines) => lines.length > 0)
  return join([heading, declarationOf(one, isSaid), ...about(comment), members.join('\n')])
}

/** The code of a declaration, where it says more than the members do. */
function declarationOf(one: DeclarationReflection, isSaid: boolean): string {
  const { kind, name, type, typeParameters = [] } = one
  const parameters = typeParameters.map((each) => each.name).join(', ')
  const whole = parameters === '' ? name : `${name}<${parameters}>`
  const bases = basesOf(one).join(', ')
  const word = kind === ReflectionKind.Class ? 'class' : 'interface'
  if (bases !== '') return code(`${word} ${whole} extends ${bases}`)
  if (!type || isSaid) return ''
  if (kind === ReflectionKind.Variable) return code(`const ${name}: ${String(type)}`)
  return code(`type ${whole} = ${String(type)}`)
}

/** Left out are constructors of errors, members that another declaration has, and declarations with `@internal`. */
export const isLeftOut = (one: Reflection): boolean =>
  one.kind === ReflectionKind.Constructor ||
  one.name === 'this' ||
  one.comment?.hasModifier('@internal') === true ||
  (one as Partial<DeclarationReflection>).inheritedFrom?.reflection !== undefined

/** The heading of a declaration: no two of them differ by the case of letters alone, which an address does not tell. */
export const titleOf = ({ kind, name }: DeclarationReflection): string =>
  kind === ReflectionKind.Function
    ? `Function ${name}`
    : kind === ReflectionKind.Variable
      ? `Value ${name}`
      : name

const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

const code = (text: string): string => `\`\`\`ts\n${text}\n\`\`\``

/** The name of a class is a member of each of its errors too. */
const membersOf = ({ kind, children = [] }: DeclarationReflection): DeclarationReflection[] =>
  children.filter(
    (one) => !isLeftOut(one) && !(kind === ReflectionKind.Class && one.name === 'name'),
  )

/** The types whose members a declaration has, and does not say again. */
export const basesOf = (one: Reflection): SomeType[] =>
  ((one as Partial<DeclarationReflection>).extendedTypes ?? []).filter(
    (base) => base.type === 'reference' && !(base.reflection && isLeftOut(base.reflection)),
  )

/** The members of an object that has no name, or of each in a list. */
function inside(type: SomeType | undefined): string[] {
  if (type?.type === 'array') return inside(type.elementType)
  return type?.type === 'reflection' ? membersOf(type.declaration).flatMap(lineOf) : []
}

/** One object of a union, such as an event: its first member, and the others below it. */
function variantOf(type: SomeType): string[] {
  const parts = type.type === 'intersection' ? type.types : [type]
  const [first, ...others] = parts.flatMap(inside)
  if (first === undefined) return []
  const named = parts.filter((part) => part.type === 'reference').map(String)
  const also = named.length > 0 ? [`- the members of \`${named.join('`, `')}\``] : []
  return [first, ...[...others, ...also].map(indented)]
}

const indented = (line: string): string => `  ${line}`

/** A line for a member, and the lines of its own members below it. */
function lineOf({ name, flags, type, signatures = [], comment }: DeclarationReflection): string[] {
  const whole = `${flags.isStatic ? 'static ' : ''}${name.replace(/^\[/, '[Symbol.')}${flags.isOptional ? '?' : ''}`
  if (signatures.length > 0)
    return signatures.flatMap((one) => [
      line(written(whole, one), one.comment),
      ...(one.parameters ?? []).flatMap((each) => inside(each.type)).map(indented),
    ])
  // TypeDoc writes such a type without the dots of the last parameter.
  const ofFunction = type?.type === 'reflection' ? type.declaration.signatures?.[0] : undefined
  if (ofFunction) return [line(written(whole, ofFunction), comment ?? ofFunction.comment)]
  const below = inside(type)
  const typed = below.length > 0 && type?.type === 'reflection' ? '{ … }' : String(type)
  return [line(`${whole}: ${typed}`, comment), ...below.map(indented)]
}

function line(text: string, comment?: Comment): string {
  const words = about(comment).join(' ').replace(/\s+/g, ' ')
  return `- \`${text}\`${words && `: ${words}`}`
}

/** A call as it is written. */
function written(
  name: string,
  { parameters = [], typeParameters = [], type }: SignatureReflection,
): string {
  const given = parameters.filter((one) => !isLeftOut(one)).map(parameterOf)
  const types = typeParameters.map(
    (one) => one.name + (one.type ? ` extends ${String(one.type)}` : ''),
  )
  return `${name}${types.length > 0 ? `<${types.join(', ')}>` : ''}(${given.join(', ')}): ${String(type)}`
}

function parameterOf({ name, flags, type, defaultValue }: ParameterReflection): string {
  // TypeDoc's name of a parameter that is destructured.
  const own = name === '__namedParameters' ? 'options' : name
  const mark = flags.isOptional || defaultValue !== undefined ? '?' : ''
  return `${flags.isRest ? '...' : ''}${own}${mark}: ${String(type)}`
}

function aboutCall({ comment, parameters = [] }: SignatureReflection): string[] {
  return [...about(comment), parameters.flatMap(({ type }) => inside(type)).join('\n')]
}

/** A comment as Markdown: its sentences, then its default and what is thrown. */
function about(comment?: Comment): string[] {
  const tags = comment?.blockTags.map(({ tag, content }) => {
    // TypeDoc takes each default for code.
    const text = wordsOf(content).replace(/^```ts\n([^]*)\n```$/, '$1')
    if (tag === '@default')
      return `Default: ${/^(?:['\d]|true$|false$)/.test(text) ? `\`${text}\`` : text}.`
    if (tag === '@throws') return `Throws ${text.replace(/\.$/, '')}.`
    return tag === '@see' ? `See ${text}.` : ''
  })
  return [wordsOf(comment?.summary ?? []), ...(tags ?? [])].filter((part) => part !== '')
}

const wordsOf = (parts: readonly CommentDisplayPart[]): string =>
  parts
    .map(({ text }) => text)
    .join('')
    .trim()
