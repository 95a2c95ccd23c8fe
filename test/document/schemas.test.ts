import { expect, it } from 'vitest'
import { createSchemas, schemas as own, type StandardSchema } from 'stablecoin-issuer-api/schemas'
import { readFirstExamples } from '../../scripts/lib/examples.js'
import { prepareInput } from '../../src/document/prepare-input.js'
import type { Operation } from '../../src/operation.js'
import { acme as provider, conversion } from '../support/acme.js'

/** What a schema says of a value: its sentences, and the fields they are about. */
function problems(schema: StandardSchema<unknown>, value: unknown) {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) throw new Error('a form would have to wait for it')
  return result.issues?.map(({ message, path }) => ({ message, path }))
}

const schemas = createSchemas({ provider })
const convert = provider.operations['createStablecoinConversion'] as Operation

it('at run time the checks of our document take its examples', async () => {
  const examples = (await readFirstExamples()).filter(({ operationId }) => operationId in own)
  for (const { operationId, request } of examples)
    expect(problems(own[operationId as keyof typeof own], request)).toBeUndefined()
  expect(examples).toHaveLength(Object.keys(own).length)
})

it('a Standard Schema of what a method takes takes what can be sent, and gives it back as it is', () => {
  expect(conversion).toEqual(expect.schemaMatching(schemas.createStablecoinConversion))
  const result = schemas.createStablecoinConversion['~standard'].validate(conversion)
  expect(result).toEqual({ value: conversion })
  expect(result.issues === undefined && result.value).toBe(conversion)
})

it.each([
  { ...conversion, amount: '-1' },
  { ...conversion, ref_id: ' ' },
  { ...conversion, refid: 'x' },
  { ...conversion, metadata: { paid: NaN } },
  { profile_id: 'p' },
  'text',
  undefined,
])(
  'a Standard Schema of what a method takes says of %j what the client says when it refuses to send it',
  (body) => {
    const { issues } = prepareInput(convert, body)
    const said = problems(schemas.createStablecoinConversion, body)
    expect(said).toEqual(issues.map(({ message, path }) => ({ message, path })))
    expect(said?.length).toBeGreaterThan(0)
  },
)
