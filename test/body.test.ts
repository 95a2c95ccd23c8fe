import { describe, expect, it, vi } from 'vitest'
import { prepare } from '../src/prepare.js'
import { conversion, convert, put, refusal } from './support/refusal.js'

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
