import { describe, expect, it, vi } from 'vitest'
import { operations } from '../generated/operations.js'
import type { InvalidRequestError } from '../src/index.js'
import type { Operation } from '../src/operation.js'
import { prepare } from '../src/prepare.js'

const convert = operations['createStablecoinConversion'] as Operation
const put = operations['putCryptoDestinationAddress'] as Operation
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }

/** What is wrong with a body, or nothing. */
function refusal(input: unknown, operation = convert): InvalidRequestError | undefined {
  try {
    prepare(operation, input, false)
    return undefined
  } catch (error) {
    return error as InvalidRequestError
  }
}
const problems = (x: unknown): string[] =>
  (refusal({ ...conversion, metadata: { x } })?.issues ?? []).map(
    ({ path, message }) => `${path}: ${message}`,
  )

/** As many objects in one another. */
function nested(levels: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { y: value }
  return value
}

class Amount {
  readonly value = '1'
}
const dropped = 'has holes, symbols or hidden properties, which JSON would drop'
const own: unknown[] = []
own.push([own])

describe('a value that JSON would drop, change or refuse', () => {
  it.each<[string, unknown, string]>([
    ['undefined', undefined, 'is undefined; leave the field out or give it a value'],
    ['NaN', NaN, 'is NaN, which JSON cannot carry'],
    ['Infinity', Infinity, 'is Infinity, which JSON cannot carry'],
    ['-Infinity', -Infinity, 'is -Infinity, which JSON cannot carry'],
    ['-0', -0, 'is -0, which JSON cannot carry'],
    ['a BigInt', 1n, 'is a bigint, which JSON cannot carry'],
    ['a function', () => 1, 'is a function, which JSON cannot carry'],
    ['a symbol', Symbol('s'), 'is a symbol, which JSON cannot carry'],
    ['a Date', new Date(0), 'must be a plain object, got a Date'],
    ['a Map', new Map(), 'must be a plain object, got a Map'],
    ['an object of a class', new Amount(), 'must be a plain object, got a Amount'],
    ['a toJSON method', { toJSON: () => 1 }, 'has a toJSON method'],
    [
      'an array with a toJSON method',
      Object.assign([1], { toJSON: () => 1 }),
      'has a toJSON method',
    ],
    ['a symbol for a name', { [Symbol('s')]: 1 }, dropped],
    ['a hidden property', Object.defineProperty({}, 'y', { value: 1 }), dropped],
    ['a hole', [1, , 2], dropped],
    ['a hole at the end', new Array(1), dropped],
    ['an array with a property', Object.assign([1], { y: 1 }), dropped],
    ['an array with a symbol', Object.assign([1], { [Symbol('s')]: 1 }), dropped],
    ['an array with a hidden property', Object.defineProperty([1], 'y', { value: 1 }), dropped],
  ])('is refused by its place: %s', (_, x, problem) => {
    expect(problems(x)).toEqual([`$.metadata.x: metadata.x ${problem}`])
    expect(problems([{ 'a b': x }])).toEqual([
      `$.metadata.x["0"]["a b"]: metadata.x["0"]["a b"] ${problem}`,
    ])
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 1.5],
    ['0', 0],
    ['true', true],
    ['an empty text', ''],
    ['an empty array', []],
    ['an array', [1, 'a', null, [2]]],
    ['an empty object', {}],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { y: 1 })],
    [
      'an object of another realm',
      Object.assign(Object.create(Object.create(null) as object) as object, { y: 1 }),
    ],
    ['a toJSON that is no method', { toJSON: 'x' }],
    ['the same object twice', ((shared) => [shared, shared, { shared }])({ y: 1 })],
    ['a field named __proto__', JSON.parse('{"__proto__": {"y": 1}}')],
    ['a hundred levels, body and metadata included', nested(98)],
  ])('is not found in %s', (_, x) => {
    const body = { ...conversion, metadata: { x } }
    expect(problems(x)).toEqual([])
    expect(prepare(convert, body, false).text).toBe(JSON.stringify(body))
  })

  it('is one level more than a hundred', () => {
    const [problem] = problems(nested(99))
    expect(problem).toMatch(/ is nested deeper than 100 levels$/)
    expect(problems(nested(5_000))).toHaveLength(1)
  })

  it('is an object that contains itself', () => {
    expect(problems(own)).toEqual(['$.metadata.x["0"]["0"]: metadata.x["0"]["0"] contains itself'])
  })

  it('is a getter, which is not run, nor is a setter', () => {
    const run = vi.fn(() => 'x')
    const getter = Object.defineProperty({}, 'y', { get: run, enumerable: true })
    const setter = Object.defineProperty({}, 'y', { set: run, enumerable: true })
    const problem = '$.metadata.x.y: metadata.x.y is a getter; give its value'
    expect(problems(getter)).toEqual([problem])
    expect(problems(setter)).toEqual([problem])
    const wrong = { ...conversion, amount: 5 }
    const body = Object.defineProperty(wrong, 'metadata', { get: run, enumerable: true })
    expect(refusal(body)?.issues.map(({ path }) => path)).toContain('$.metadata')
    expect(run).not.toHaveBeenCalled()
  })

  it('is found at the body itself', () => {
    expect(refusal(undefined)?.issues).toEqual([
      { path: '$', message: 'the body is undefined; leave the field out or give it a value' },
    ])
    expect(refusal(new Amount())?.issues).toEqual([
      { path: '$', message: 'the body must be a plain object, got a Amount' },
    ])
  })

  it('is told at each of its places, and the walk goes on after it', () => {
    const metadata = { a: NaN, b: [undefined, 1, () => 1], c: { d: new Amount(), e: -0 } }
    expect(refusal({ ...conversion, metadata })?.issues.map(({ path }) => path)).toEqual([
      '$.metadata.a',
      '$.metadata.b["0"]',
      '$.metadata.b["2"]',
      '$.metadata.c.d',
      '$.metadata.c.e',
    ])
  })

  it.each<[string, object]>([
    ['a getter', Object.defineProperty({}, 'id', { get: () => 'a', enumerable: true })],
    ['an object of a class', { id: new Amount() }],
  ])('keeps the rules of the document out where the body is not whole: %s', (_, body) => {
    expect(refusal(body, put)?.issues.map(({ path }) => path)).toEqual(['$.id'])
  })

  it('is told once, not again by the rules of the document', () => {
    const body = { ...conversion, amount: undefined, profile_id: 5, metadata: { x: NaN } }
    expect(
      refusal(body)
        ?.issues.map(({ path }) => path)
        .sort(),
    ).toEqual(['$.amount', '$.metadata.x', '$.profile_id'])
  })

  it('is anything that throws when it is read', () => {
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('raw')
        },
      },
    )
    expect(refusal(throwing)?.issues).toEqual([
      { path: '$', message: 'the body threw an error when it was read' },
    ])
  })
})

describe('a body that is sent', () => {
  it('is the one that was looked at, whatever it says of itself later', () => {
    const reads: PropertyKey[] = []
    const changing = new Proxy(
      { ...conversion, metadata: { x: 1 } },
      {
        get: (target, key, receiver) => {
          reads.push(key)
          return key === 'amount' ? '1000000' : (Reflect.get(target, key, receiver) as unknown)
        },
      },
    )
    expect(JSON.parse(prepare(convert, changing, false).text ?? '')).toEqual({
      ...conversion,
      metadata: { x: 1 },
    })
  })

  it('keeps names and values to the letter', () => {
    const metadata: unknown = JSON.parse('{"__proto__":{"a":1},"ü":"€","constructor":null,"1":[]}')
    const { text, input } = prepare(convert, { ...conversion, metadata }, false)
    expect(text).toBe(JSON.stringify({ ...conversion, metadata }))
    expect(input['metadata']).toEqual(metadata)
  })

  it('is no part of the object of the caller', () => {
    const body = Object.freeze({
      ...conversion,
      metadata: Object.freeze({ list: Object.freeze([1]) }),
    })
    const { refId, text, input } = prepare(convert, body, true)
    expect(['constructor' in input, 'toString' in input]).toEqual([false, false])
    expect(JSON.parse(text ?? '')).toEqual({ ...body, ref_id: refId })
    expect(body).not.toHaveProperty('ref_id')
  })
})

describe('a reference', () => {
  it('is made where there is none, unless told otherwise', () => {
    vi.spyOn(crypto, 'randomUUID').mockReturnValue('0-0-0-0-1')
    const made = prepare(convert, conversion, true)
    expect(made.refId).toBe('0-0-0-0-1')
    expect(JSON.parse(made.text ?? '')).toEqual({ ...conversion, ref_id: '0-0-0-0-1' })
    expect(prepare(convert, conversion, false)).toMatchObject({
      refId: undefined,
      text: JSON.stringify(conversion),
    })
    expect(prepare(convert, { ...conversion, ref_id: 'mine' }, true).refId).toBe('mine')
    expect(prepare(convert, { ...conversion, ref_id: 'mine' }, false).refId).toBe('mine')
    vi.restoreAllMocks()
  })

  it('is made for operations that have one, and no other', () => {
    const { refId, text } = prepare(put, { id: 'a' }, true)
    expect([refId, text]).toEqual([undefined, '{"id":"a"}'])
  })

  it.each(['', ' ', '\t\n', '\u00a0'])('%j is none, and is refused', (ref_id) => {
    for (const generate of [true, false])
      expect(() => prepare(convert, { ...conversion, ref_id }, generate)).toThrow(
        'ref_id is blank, and could not be looked up; give it a value or leave it out',
      )
  })

  it.each<[unknown, string | undefined]>([
    [{ ...conversion, amount: 5, ref_id: 'mine' }, 'mine'],
    [{ ...conversion, amount: 5, ref_id: 7 }, undefined],
    [{ ...conversion, amount: 5 }, undefined],
    [null, undefined],
    ['text', undefined],
    [undefined, undefined],
  ])('of a refused body %j is kept by the error: %s', (body, refId) => {
    const error = refusal(body)
    expect(error).toMatchObject({ outcome: 'not_sent', attempts: 0 })
    expect(error?.refId).toBe(refId)
  })

  it('of a refused body is not looked for where the operation has none', () => {
    expect(refusal({ id: 5, ref_id: 'mine' }, put)?.refId).toBeUndefined()
  })

  it('of a refused body is not read by a getter', () => {
    const run = vi.fn(() => 'mine')
    const body = Object.defineProperty({ ...conversion, amount: 5 }, 'ref_id', {
      get: run,
      enumerable: true,
    })
    expect(refusal(body)?.refId).toBeUndefined()
    expect(run).not.toHaveBeenCalled()
  })
})

describe('an operation', () => {
  const fits = Object.assign(() => true, { errors: null })
  const more: Operation = {
    ...convert,
    id: 'getThing',
    method: 'GET',
    path: '/v2/thing/{thing_id}/part/{part_id}',
    idempotent: true,
    hasBody: false,
    pathParameters: ['thing_id', 'part_id'],
    queryParameters: ['verbose'],
    request: { validate: fits, phrases: {} },
  }

  it('that takes nothing sends nothing', () => {
    const bare: Operation = { ...convert, pathParameters: [], queryParameters: [] }
    delete (bare as { request?: unknown }).request
    expect(prepare(bare, { anything: 1 }, true)).toEqual({ input: {} })
  })

  it('without a body has parameters alone', () => {
    const input = { thing_id: 'a', part_id: 'b', verbose: true }
    expect(prepare(more, input, false)).toMatchObject({ input, text: undefined })
  })

  it.each(['', '.', '..'])('has no path with a part that is %j', (part) => {
    for (const input of [
      { thing_id: part, part_id: 'b' },
      { thing_id: 'a', part_id: part },
    ]) {
      const name = input.thing_id === part ? 'thing_id' : 'part_id'
      const message = `${name} is ${JSON.stringify(part)}, which leads to another path`
      expect(refusal(input, more)?.issues).toEqual([{ path: `$.${name}`, message }])
    }
  })

  it.each(['...', 'a', ' ', '.a', '%2e', '0'])('has a path with a part that is %j', (part) => {
    expect(refusal({ thing_id: part, part_id: 'b' }, more)).toBeUndefined()
  })

  it('may have a query that is empty, or dots', () => {
    expect(refusal({ thing_id: 'a', part_id: 'b', verbose: '..' }, more)).toBeUndefined()
    expect(refusal({ thing_id: 'a', part_id: 'b', verbose: '' }, more)).toBeUndefined()
  })
})
