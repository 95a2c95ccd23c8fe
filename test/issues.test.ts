import { describe, expect, it } from 'vitest'
import { findIssues, memberPath } from '../src/check/issues.js'
import type { Violation } from '../src/operation.js'

type Found = Partial<Violation> & Pick<Violation, 'keyword'>

/** What a caller is told of violations as a validator reports them. */
function told(found: readonly Found[] | null, body: unknown, quote?: boolean) {
  const errors = found?.map((one) => ({ instancePath: '', schemaPath: '', params: {}, ...one }))
  const validate = Object.assign(() => false, { errors: errors ?? null })
  const phrases = { '#/properties/a': 'a decimal string', '#/additionalProperties': 'a, b' }
  return findIssues({ validate, phrases }, body, quote)
}
const wrong = (instancePath: string): Found => ({
  instancePath,
  schemaPath: '#/properties/a/type',
  keyword: 'type',
})

describe('a problem of a body', () => {
  it('is none where the validator finds none', () => {
    const validate = Object.assign(() => true, { errors: [wrong('/a') as Violation] })
    expect(findIssues({ validate, phrases: {} }, {})).toEqual([])
    expect(told(null, {})).toEqual([])
  })

  it.each<[unknown, string]>([
    ['', '""'],
    ['it says "x"', '"it says \\"x\\""'],
    ['x'.repeat(40), `"${'x'.repeat(40)}"`],
    ['x'.repeat(41), '41 characters'],
    [5, 'number 5'],
    [false, 'boolean false'],
    [null, 'null'],
    [undefined, 'undefined'],
    [[1], 'an array'],
    [{}, 'an empty object'],
    [{ a: 1, b: 2 }, 'an object with a, b'],
    [{ ['k'.repeat(50)]: 1 }, `an object with ${'k'.repeat(40)}`],
    [
      Object.fromEntries('123456789'.split('').map((key) => [key, 1])),
      'an object with 1, 2, 3, 4, 5, 6, 7, 8',
    ],
  ])('says briefly what was found: %j', (value, got) => {
    expect(told([wrong('/a')], { a: value })).toEqual([
      { path: '$.a', message: `a must be a decimal string, got ${got}` },
    ])
  })

  it('says nothing of what was found where that is not to be shown', () => {
    expect(told([wrong('/a')], { a: 'secret' }, false)).toEqual([
      { path: '$.a', message: 'a must be a decimal string' },
    ])
  })

  it('is told by its keyword where there are no words for it', () => {
    const found = { ...wrong('/a'), schemaPath: '#/properties/z/type' }
    expect(told([found], { a: 1 })).toEqual([
      { path: '$.a', message: 'a must be type, got number 1' },
    ])
  })

  it('names a field that is missing, and one that is not known, by its own path', () => {
    const missing = { keyword: 'required', instancePath: '/a', params: { missingProperty: 'id' } }
    const unknown = {
      keyword: 'additionalProperties',
      schemaPath: '#/additionalProperties',
      params: { additionalProperty: 'c' },
    }
    expect(told([missing, unknown, { ...unknown, schemaPath: '#' }], { a: {} })).toEqual([
      { path: '$.a.id', message: 'a.id is required' },
      { path: '$.c', message: 'c is not one of the fields here, which are a, b' },
      { path: '$.c', message: 'c is not one of the fields here, which are ' },
    ])
  })

  it.each([
    ['', '$', 'the body'],
    ['/a', '$.a', 'a'],
    ['/a/b_1', '$.a.b_1', 'a.b_1'],
    ['/_a', '$._a', '_a'],
    ['/a/0', '$.a["0"]', 'a["0"]'],
    ['/a b', '$["a b"]', '["a b"]'],
    ['/a-', '$["a-"]', '["a-"]'],
    ['/-a', '$["-a"]', '["-a"]'],
    ['/a$./b', '$["a$."].b', '["a$."].b'],
    ['/x~1y/~0z~01~1', '$["x/y"]["~z~1/"]', '["x/y"]["~z~1/"]'],
  ])('is found at %j', (instancePath, path, name) => {
    // A Proxy that has every property.
    const nested: unknown = new Proxy({}, { get: () => nested })
    const message = `${name} must be a decimal string`
    expect(told([wrong(instancePath)], nested, false)).toEqual([{ path, message }])
  })

  it('is looked for by the names that the body has', () => {
    const body = { 'x/y': { '~': 'found' } }
    expect(told([wrong('/x~1y/~0')], body)[0]?.message).toMatch(/got "found"$/)
  })

  it('is told once, however many rules it breaks', () => {
    expect(told([wrong('/a'), wrong('/a'), wrong('/b')], { a: 1, b: 1 })).toEqual([
      { path: '$.a', message: 'a must be a decimal string, got number 1' },
      { path: '$.b', message: 'b must be a decimal string, got number 1' },
    ])
  })

  it('shows no more than the beginning of a long name', () => {
    expect(memberPath('$', `-${'k'.repeat(50)}`)).toBe(`$["-${'k'.repeat(39)}"]`)
  })
})

describe('a body of several forms', () => {
  const either: Found = { keyword: 'oneOf', schemaPath: '#/oneOf' }
  const missing = (form: number, name: string): Found => ({
    keyword: 'required',
    schemaPath: `#/oneOf/${form}/required`,
    params: { missingProperty: name },
  })
  const forbidden = (form: number, name: string): Found => ({
    keyword: 'false schema',
    instancePath: `/${name}`,
    schemaPath: `#/oneOf/${form}/properties/${name}/false schema`,
  })
  const typed = (form: number, name: string): Found => ({
    keyword: 'type',
    instancePath: `/${name}`,
    schemaPath: `#/oneOf/${form}/properties/${name}/type`,
  })
  const elsewhere: Found = { keyword: 'type', instancePath: '/n', schemaPath: '#/oneOfAll/type' }
  const paths = (...found: Found[]): string[] =>
    told(found, { id: 1, n: 1, a: 1 }, false).map(({ path, message }) => `${path} ${message}`)

  it.each<[string, Found[], string[]]>([
    [
      'the one whose fields are there is meant',
      [typed(0, 'id'), missing(1, 'a'), either],
      ['$.id id must be type'],
    ],
    [
      'what one forbids was not meant by it',
      [forbidden(0, 'a'), typed(1, 'a'), either],
      ['$.a a must be type'],
    ],
    [
      'the first is not preferred',
      [missing(0, 'id'), typed(0, 'n'), typed(1, 'a'), either],
      ['$.a a must be type'],
    ],
    [
      'the tenth is not the first',
      [typed(10, 'id'), missing(1, 'a'), either],
      ['$.id id must be type'],
    ],
    [
      'where none can be meant, both are named',
      [missing(0, 'id'), missing(1, 'a'), either],
      ['$ the body must be oneOf'],
    ],
    [
      'where several can be meant, all that is wrong is told',
      [typed(0, 'id'), typed(1, 'a'), either],
      ['$ the body must be oneOf', '$.id id must be type', '$.a a must be type'],
    ],
    [
      'where none can be meant, other problems inside are kept',
      [missing(0, 'id'), typed(0, 'n'), forbidden(1, 'id'), either],
      ['$ the body must be oneOf', '$.n n must be type'],
    ],
    [
      'problems elsewhere come first, whichever is meant',
      [typed(0, 'id'), missing(1, 'a'), either, elsewhere],
      ['$.n n must be type', '$.id id must be type'],
    ],
    [
      'problems elsewhere come first, where none is meant',
      [missing(0, 'id'), missing(1, 'a'), either, elsewhere],
      ['$.n n must be type', '$ the body must be oneOf'],
    ],
  ])('%s', (_, found, expected) => {
    expect(paths(...found)).toEqual(expected)
  })
})
