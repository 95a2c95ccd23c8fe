import { readdirSync } from 'node:fs'
import { defineConfig } from 'eslint/config'
import { createNodeResolver, importX } from 'eslint-plugin-import-x'
import tseslint from 'typescript-eslint'

/** What src/ is built of, from the ground up: each floor imports only what stands below it, and no room another beside it. */
const floors = [
  ['ground'],
  ['transport'],
  ['operation.ts', 'errors.ts', 'events.ts', 'call-state.ts', 'interrupted.ts'],
  ['check', 'auth'],
  ['options.ts'],
  ['call'],
]
/** The faces and the entries, and whatever is added beside them. */
const top = readdirSync('src').filter((name) => !floors.flat().includes(name))

const zones = floors.flatMap((floor, at) => {
  const above = [...floors.slice(at + 1).flat(), ...top]
  return floor.map((name) => {
    const beside = floor.filter((other) => other !== name && !other.endsWith('.ts'))
    return {
      target: `src/${name}`,
      from: [...beside, ...above].map((other) => `src/${other}`),
      message: 'A room imports only what stands below it: see floors in eslint.config.js.',
    }
  })
})

export default defineConfig(
  {
    ignores: [
      'dist/',
      'generated/',
      'node_modules/',
      'test/languages/typescript/',
      'test/package/consumer/',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // Validators and tests look at unknown shapes one property at a time.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({
          extensions: ['.ts', '.js'],
          extensionAlias: { '.js': ['.ts', '.js'] },
        }),
      ],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { zones }],
    },
  },
)
