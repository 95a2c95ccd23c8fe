import { readdirSync } from 'node:fs'

/**
 * What src/ is built of, from the ground up: each floor imports only what stands below it, and no
 * room another beside it.
 */
const floors = [
  ['shared'],
  ['transport'],
  ['outcome.ts', 'errors.ts', 'events.ts', 'interrupted.ts', 'document'],
  ['call-state.ts'],
  ['auth'],
  ['options.ts'],
  ['call'],
]
/** The faces and the entries, and whatever is added beside them. */
const top = readdirSync('src').filter((name) => !floors.flat().includes(name))

const isRoom = (name) => !name.endsWith('.ts')
const pathOf = (name) => `^src/${name.replace('.', '[.]')}${isRoom(name) ? '/' : '$'}`

const upward = floors.flatMap((floor, at) =>
  floor.map((name) => ({
    name: `${name} imports only what stands below it`,
    severity: 'error',
    from: { path: pathOf(name) },
    to: {
      path: [
        ...floor.filter((other) => other !== name && isRoom(other)),
        ...floors.slice(at + 1).flat(),
        ...top,
      ].map(pathOf),
    },
  })),
)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...upward,
    { name: 'no circle', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What is imported for its types alone counts too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}
