import { join } from 'node:path'
import {
  Application,
  Converter,
  type DeclarationReflection,
  JSX,
  makeRecursiveVisitor,
  PageEvent,
  type ProjectReflection,
  type ReferenceType,
  type Reflection,
  ReflectionKind,
  type SomeType,
} from 'typedoc'
import { manifestIn } from '../lib/licences.js'
import type { Guide } from './guides.js'

/** The part of an entry for types that no import gives, and that are reached through their owners. */
const usedTypes = 'Types that these use'

/** The browser itself refuses every request to another host, and asks for no icon. */
const head = `<link rel="icon" href="data:,">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src data:; base-uri 'none'; form-action 'none'">`

/** Writes TypeDoc's pages of all that the entries export into `client/`, and returns a guide with a link to each. */
export async function writeClientReference(out: string): Promise<Guide> {
  const { exports = {} } = await manifestIn('.')
  const entries = Object.keys(exports).filter((entry) => typeof exports[entry] === 'object')
  const app = await Application.bootstrapWithPlugins({
    name: 'Reference of the client',
    entryPoints: entries.map((entry) => `src/${entry.slice(2) || 'index'}.ts`),
    tsconfig: 'scripts/docs/tsconfig.json',
    plugin: ['typedoc-plugin-missing-exports'],
    validation: { notExported: false },
    // `npm run typecheck` finds the errors.
    skipErrorChecking: true,
    excludeExternals: true,
    excludePrivate: true,
    disableSources: true,
    readme: 'none',
    githubPages: false,
    // Some of its links would lead to no part of it.
    includeHierarchySummary: false,
    customCss: 'scripts/docs/client-reference.css',
    sort: ['kind', 'required-first', 'source-order'],
    navigation: { includeFolders: false },
    kindSortOrder: ['Function', 'Class', 'Interface', 'TypeAlias', 'Variable', 'Property'],
    groupOrder: ['Functions', 'Classes', 'Interfaces', 'Type Aliases', 'Variables', 'Properties'],
    logLevel: 'Warn',
  })
  // After TypeDoc knows what is inherited, and before it makes groups.
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => prepare(project), -50)
  app.renderer.hooks.on('head.begin', () => JSX.createElement(JSX.Raw, { html: head }))
  app.renderer.hooks.on('content.begin', (context) =>
    JSX.createElement('a', { href: context.relativeURL('../index.html') }, 'Guides and operations'),
  )
  const addresses = new Map<unknown, string>()
  app.renderer.on(PageEvent.END, (page) => {
    addresses.set(page.model, page.url)
    // Each page has the icons itself, by a script, and a browser takes none from another file.
    page.contents = page.contents?.replaceAll(/"[./]*assets\/icons\.svg#/g, '"#') ?? ''
  })
  const project = await app.convert()
  if (project) await app.generateDocs(project, join(out, 'client'))
  if (!project || app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error('TypeDoc cannot write the reference of the client')

  const linkTo = (one: Reflection): string => `[${one.name}](../client/${addresses.get(one) ?? ''})`
  const parts = (project.children ?? []).map(({ name, groups = [] }) => {
    const lines = groups.map(({ title, children }) => {
      const [first] = children as DeclarationReflection[]
      return first && isModule(first)
        ? `- ${usedTypes}: ${(first.children ?? []).map(linkTo).join(' · ')}`
        : `- ${title}: ${children.map(linkTo).join(' · ')}`
    })
    return `## ${name}\n\n${lines.join('\n')}`
  })
  const first =
    '**[Open the reference of the client](../client/index.html)**: all that the package exports, made from its types.'
  return {
    name: 'client',
    title: 'Reference of the client',
    text: `${[first, ...parts].join('\n\n')}\n`,
  }
}

/** Names each entry as it is imported, and leaves out what is not for users. */
function prepare(project: ProjectReflection): void {
  const everything = Object.values(project.reflections)
  for (const one of everything) {
    if (!one.isDeclaration() || !one.extendedTypes?.some(isHidden)) continue
    delete one.extendedTypes
    delete one.typeHierarchy
  }
  for (const one of everything) if (isLeftOut(one)) project.removeReflection(one)

  const modules = project.children ?? []
  for (const module of modules)
    module.name = `stablecoin-issuer-api/${module.name}`.replace('/index', '')
  const all = modules.flatMap(({ children = [] }) => children)
  const [parts, exported] = [all.filter(isModule), all.filter((one) => !isModule(one))]
  for (const part of parts) part.name = usedTypes
  // The set grows while it is read: a type that is used may use others.
  const shown = new Set(exported)
  for (const one of shown) for (const used of namedIn(one)) if (used.hasComment()) shown.add(used)
  for (const one of parts.flatMap(({ children = [] }) => [...children]))
    if (!shown.has(one)) project.removeReflection(one)
}

const isModule = ({ kind }: Reflection): boolean => kind === ReflectionKind.Module

const isHidden = (base: SomeType): boolean =>
  base.type === 'reference' && base.reflection !== undefined && isLeftOut(base.reflection)

/** Left out are constructors of errors, what has `@internal`, and what is inherited from that. */
function isLeftOut(one: Reflection): boolean {
  const owner = (one as Partial<DeclarationReflection>).inheritedFrom?.reflection?.parent
  return (
    one.kind === ReflectionKind.Constructor ||
    one.comment?.hasModifier('@internal') === true ||
    owner?.comment?.hasModifier('@internal') === true
  )
}

/** The declarations that a declaration names in its types and those of its members. */
function namedIn(one: Reflection): DeclarationReflection[] {
  const named: DeclarationReflection[] = []
  const reference = ({ reflection }: ReferenceType): void => {
    if (reflection?.isDeclaration()) named.push(reflection)
  }
  const { type, extendedTypes = [] } = one as Partial<DeclarationReflection>
  for (const each of [...(type ? [type] : []), ...extendedTypes])
    each.visit(makeRecursiveVisitor({ reference }))
  one.traverse((member) => {
    named.push(...namedIn(member))
    return true
  })
  return named
}
