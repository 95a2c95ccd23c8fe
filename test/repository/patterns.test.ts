import { Linter } from 'eslint'
import regexp from 'eslint-plugin-regexp'
import { expect, it } from 'vitest'
import * as jsonSchemas from '../../generated/index.js'

/** The patterns of the document, which `npm run lint` does not see in their strings. */
function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const below = Object.values(schema).flatMap(patternsIn)
  const { pattern } = schema as { readonly pattern?: unknown }
  return typeof pattern === 'string' ? [pattern, ...below] : below
}

function problemsOf(pattern: string): unknown[] {
  return new Linter().verify(`new RegExp(${JSON.stringify(pattern)}, 'u')`, {
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }] },
  })
}

it('every pattern of the document is matched in time that grows with the length alone', () => {
  const patterns = new Set(patternsIn(Object.values(jsonSchemas)))
  expect(patterns.size).toBeGreaterThan(0)
  expect([...patterns].flatMap(problemsOf)).toEqual([])
  expect(problemsOf('^[0-9]*\\.?[0-9]+$')).toHaveLength(1)
})
