import { readdirSync } from 'node:fs'

/** The layers of src/, from the lowest up. A file imports only from its own layer and from those below it. */
const layers = [
  'shared',
  'transport',
  'operation.ts',
  'call-context.ts',
  'failure.ts',
  'failure-words.ts',
  'errors.ts',
  'events.ts',
  'document',
  'auth',
  'options.ts',
  'call',
]
/** What uses them: the entries, and whatever is added beside them. */
const top = readdirSync('src').filter((name) => !layers.includes(name))

/** A folder, without those of its files that are a layer of their own. */
const pathOf = (name) => {
  const apart = layers.filter((other) => other.startsWith(`${name}/`))
  return name.endsWith('.ts')
    ? `^src/${name.replace('.', '[.]')}$`
    : `^src/(?!(?:${apart.join('|')})$)${name}/`
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layers.map((name, at) => ({
      name: `${name} imports nothing of a higher layer`,
      severity: 'error',
      from: { path: pathOf(name) },
      to: { path: [...layers.slice(at + 1), ...top].map(pathOf) },
    })),
    {
      name: 'src/ imports nothing of scripts/ and test/',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(scripts|test)/' },
    },
    {
      name: 'a command of scripts/ imports its own folder and scripts/lib/',
      severity: 'error',
      from: {
        path: '^scripts/([^/.]+)',
        pathNot:
          '^scripts/((overlay|build)/|(demo|fixtures|docs|docs/(promises|reference|try-it))[.]ts)',
      },
      to: { path: '^scripts/', pathNot: ['^scripts/($1[/.]|lib/)', 'node_modules'] },
    },
    {
      name: 'the overlay, the build of packages, the demo and the fixtures import the generator, the overlay and the mock too',
      severity: 'error',
      from: { path: '^scripts/((overlay|build)/|(demo|fixtures)[.]ts)' },
      to: {
        path: '^scripts/',
        pathNot: ['^scripts/(build|overlay|generate|lib|mock)/', 'node_modules'],
      },
    },
    {
      name: 'what reads the document imports nothing that writes',
      severity: 'error',
      from: { path: '^scripts/generate/read/' },
      to: { path: '^scripts/generate/write/' },
    },
    { name: 'no circle', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What is imported for its types alone counts too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}
