import { readFileSync } from 'node:fs'
import { defineConfig } from 'eslint/config'
import regexp from 'eslint-plugin-regexp'
import imports from 'eslint-plugin-simple-import-sort'
import tseslint from 'typescript-eslint'

const { name } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

export default defineConfig(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'test/systems/languages/typescript/',
      'test/fixtures/',
      'test/systems/package/consumer/',
      // The engines that they import are installed by their suite alone.
      'openapi/guides/examples/workflow-engines/',
      'test/systems/engines/workers/',
    ],
  },
  {
    files: ['**/*.ts'],
    ignores: ['generated/**'],
    extends: [tseslint.configs.strictTypeChecked],
    // One program for all files: the service loads another for each folder with a tsconfig.json.
    languageOptions: { parserOptions: { project: 'tsconfig.json' } },
    plugins: { imports },
    rules: {
      // Packages first, then files, from far to near. The package's own name stands where it does under any name.
      'imports/imports': [
        'error',
        { groups: [['^node:', '^@?\\w', `^${name}`, '^\\.\\.', '^\\.']] },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Prettier would write what may be one line in three.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // They compare types member by member, which takes a fifth of the time. There are no enums here; for classes, see src/ below.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Validators and tests look at unknown shapes one property at a time.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'error' },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.name='describe']",
          message: 'Say the whole sentence in the title of each test; describe.each is for tables.',
        },
      ],
    },
  },
  {
    // What others write is matched in time that grows with its length alone, and not with a power of it.
    files: ['src/**/*.ts', 'generated/**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
)
