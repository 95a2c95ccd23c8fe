import {
  Application,
  type DeclarationReflection,
  makeRecursiveVisitor,
  type ProjectReflection,
  type ReferenceType,
  type Reflection,
  ReflectionKind,
} from 'typedoc'
import { basesOf, isLeftOut, textOf, titleOf } from './declaration-text.js'
import type { Guide } from './guides.js'

const packageName = 'stablecoin-issuer-api'

/** The entries, in the order of the page. */
const entries = ['index', 'testing', 'journal', 'undici', 'shared-token', 'schemas']

const isType = (one: DeclarationReflection): boolean =>
  one.kindOf([ReflectionKind.Interface, ReflectionKind.TypeAlias])

const isGenerated = (one: DeclarationReflection): boolean =>
  one.project.getSymbolIdFromReflection(one)?.packagePath.startsWith('generated/') ?? false

/** The kinds of declarations, in the order of the page. A declaration is of the last kind that fits. */
const kinds: readonly (readonly [name: string, fits: (one: DeclarationReflection) => boolean])[] = [
  ['Functions', () => true],
  ['Options', ({ name }) => name.endsWith('Options')],
  ['Errors', ({ kind }) => kind === ReflectionKind.Class],
  ['Values', ({ kind }) => kind === ReflectionKind.Variable],
  ['Types', (one) => isType(one) && !one.name.endsWith('Options')],
  ['Types of the document', (one) => isType(one) && isGenerated(one)],
  ['Types that these use', ({ parent }) => parent?.parent?.kind === ReflectionKind.Module],
]

/** The page of all that the entries export, and of the types that these use. TypeDoc reads them. */
export async function readClientReference(): Promise<Guide> {
  const project = await readTypes()
  const modules = entries.map((name) => project.getChildByName(name) as DeclarationReflection)
  const known = new Set(modules.flatMap(exportsOf))
  const parts = modules.map((module) => {
    const all = exportsOf(module)
    // The list grows while it is read: a type that is used may use others.
    for (const one of all)
      for (const used of namedIn(one)) {
        if (known.has(used) || !used.hasComment() || isLeftOut(used)) continue
        known.add(used)
        all.push(used)
      }
    const name = module.name === 'index' ? packageName : `${packageName}/${module.name}`
    const sorted = kinds.map(([kind]) => all.filter((one) => kindOf(one) === kind))
    const index = sorted.flatMap((some, at) =>
      some.length > 0 ? [`- ${kinds[at]?.[0] ?? ''}: ${some.map(linkTo).join(' · ')}`] : [],
    )
    return {
      index: `**\`${name}\`**\n\n${index.join('\n')}`,
      text: [`## ${name}`, ...sorted.flat().map(textOf)].join('\n\n'),
    }
  })
  const text = [
    'All that the package exports, made from its types.',
    ...parts.map(({ index }) => index),
    ...parts.map((part) => part.text),
  ]
  return { name: 'client', title: 'Reference of the client', text: `${text.join('\n\n')}\n` }
}

async function readTypes(): Promise<ProjectReflection> {
  const app = await Application.bootstrapWithPlugins({
    entryPoints: entries.map((name) => `src/${name}.ts`),
    tsconfig: 'scripts/docs/tsconfig.json',
    // A type that is reached through its owner is not exported, and described all the same.
    plugin: ['typedoc-plugin-missing-exports'],
    validation: { notExported: false },
    // `npm run typecheck` finds the errors.
    skipErrorChecking: true,
    excludeExternals: true,
    excludePrivate: true,
    disableSources: true,
    readme: 'none',
    sort: ['required-first', 'source-order'],
    logLevel: 'Warn',
  })
  const project = await app.convert()
  if (!project || app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error('TypeDoc cannot read the types of src/')
  return project
}

const exportsOf = ({ children = [] }: DeclarationReflection): DeclarationReflection[] =>
  children.filter(({ kind }) => kind !== ReflectionKind.Module)

const kindOf = (one: DeclarationReflection) => kinds.findLast(([, fits]) => fits(one))?.[0]

const linkTo = (one: DeclarationReflection): string =>
  `[${one.name}](client.md#${titleOf(one).toLowerCase().replace(' ', '-')})`

/** The declarations that a declaration names in its types and those of its members. */
function namedIn(one: Reflection): DeclarationReflection[] {
  const named: DeclarationReflection[] = []
  const reference = ({ reflection }: ReferenceType): void => {
    if (reflection?.isDeclaration()) named.push(reflection)
  }
  const { type } = one as Partial<DeclarationReflection>
  for (const each of [...(type ? [type] : []), ...basesOf(one)])
    each.visit(makeRecursiveVisitor({ reference }))
  one.traverse((member) => {
    if (!isLeftOut(member)) named.push(...namedIn(member))
    return true
  })
  return named
}
