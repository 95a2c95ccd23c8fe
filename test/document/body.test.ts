import { expect, it, vi } from 'vitest'
import { prepare } from '../../src/document/prepare.js'
import { conversion, convert, put, refusal } from '../support/refusal.js'

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

/** As the classes of numbers in libraries are. */
class Decimal {
  readonly digits = [1]

  toString(): string {
    return '1'
  }

  toJSON(): string {
    return '1'
  }
}

class WithGetter {
  readonly value = 1

  get double(): number {
    return this.value * 2
  }
}

/** As NestJS makes bodies. */
class Dto {
  readonly value = '1'

  describe(): string {
    return this.value
  }
}
class SpecialDto extends Dto {
  readonly more = [1]
}
const dropped = 'has holes, or members beside its items, which JSON would drop'
const own: unknown[] = []
own.push([own])

it.each<[string, unknown, string]>([
  ['NaN', NaN, 'is NaN, which JSON cannot carry'],
  ['Infinity', Infinity, 'is Infinity, which JSON cannot carry'],
  ['-Infinity', -Infinity, 'is -Infinity, which JSON cannot carry'],
  ['-0', -0, 'is -0, which JSON cannot carry'],
  ['a BigInt', 1n, 'is a bigint, which JSON cannot carry; give its toString()'],
  ['a function', () => 1, 'is a function, which JSON cannot carry'],
  ['a symbol', Symbol('s'), 'is a symbol, which JSON cannot carry'],
  ['a Date', new Date(0), 'is a Date; give its toISOString()'],
  ['a Map', new Map(), 'must be a plain object, got a Map'],
  ['a Set', new Set(), 'must be a plain object, got a Set'],
  ['a buffer', new Uint8Array(2), 'must be a plain object, got a Uint8Array'],
  ['an error', new RangeError('x'), 'must be a plain object, got a RangeError'],
  ['a boxed string', Object('x'), 'must be a plain object, got a String'],
  [
    'an inherited field',
    Object.create({ y: 1 }),
    'is a Object that inherits y; give a plain object',
  ],
  ['a number of a library', new Decimal(), 'is a Decimal; give its toString()'],
  [
    'an object whose class has a getter',
    new WithGetter(),
    'is a WithGetter that inherits double; give a plain object',
  ],
  ['a toJSON method', { toJSON: () => 1 }, 'has a toJSON method'],
  ['an array with a toJSON method', Object.assign([1], { toJSON: () => 1 }), 'has a toJSON method'],
  ['a hole', [1, , 2], dropped],
  ['a hole and a property', Object.assign([1, , 2], { y: 1 }), dropped],
  ['a hole at the end', new Array(1), dropped],
  ['an array with a property', Object.assign([1], { y: 1 }), dropped],
])(
  'a value that JSON would drop, change or refuse is refused by its place: %s',
  (_, x, problem) => {
    expect(problems(x)).toEqual([`$.metadata.x: metadata.x ${problem}`])
    expect(problems([{ 'a b': x }])).toEqual([
      `$.metadata.x["0"]["a b"]: metadata.x["0"]["a b"] ${problem}`,
    ])
  },
)

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
  ['an object of a class that holds data', new Dto()],
  ['an object of a class below it', new SpecialDto()],
  ['the same object twice', ((shared) => [shared, shared, { shared }])({ y: 1 })],
  ['a symbol for a name, which JSON passes over', { [Symbol('s')]: 1, y: 1 }],
  ['a property that is not enumerable', Object.defineProperty({ y: 1 }, 'z', { value: 1 })],
  ['a field named __proto__', JSON.parse('{"__proto__": {"y": 1}}')],
  ['a hundred levels, body and metadata included', nested(98)],
])('a value that JSON would drop, change or refuse is not found in %s', (_, x) => {
  const body = { ...conversion, metadata: { x } }
  expect(problems(x)).toEqual([])
  expect(prepare(convert, body, false).body).toBe(JSON.stringify(body))
})

it('a value that JSON would drop, change or refuse is one level more than a hundred', () => {
  const [problem] = problems(nested(99))
  expect(problem).toMatch(/ is nested deeper than 100 levels$/)
  expect(problems(nested(5_000))).toHaveLength(1)
})

it('a value that JSON would drop, change or refuse is an object that contains itself', () =>
  expect(problems(own)).toEqual(['$.metadata.x["0"]["0"]: metadata.x["0"]["0"] contains itself']))

it('a value that JSON would drop, change or refuse is a getter, which is not run, nor is a setter', () => {
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

it('a value that JSON would drop, change or refuse is found at the body itself', () => {
  expect(refusal(undefined)?.issues).toEqual([
    { path: '$', message: 'the body is undefined; leave the field out or give it a value' },
  ])
  expect(refusal(new Map())?.issues).toEqual([
    { path: '$', message: 'the body must be a plain object, got a Map' },
  ])
})

it('a value that JSON would drop, change or refuse is told at each of its places, and the walk goes on after it', () => {
  const metadata = { a: NaN, b: [undefined, 1, () => 1], c: { d: new Decimal(), e: -0 } }
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
  ['an object of a class', { id: new Decimal() }],
])(
  'a value that JSON would drop, change or refuse keeps the rules of the document out where the body is not whole: %s',
  (_, body) => expect(refusal(body, put)?.issues.map(({ path }) => path)).toEqual(['$.id']),
)

it('a value that JSON would drop, change or refuse is told once, not again by the rules of the document', () => {
  const body = { ...conversion, amount: 1n, profile_id: 5, metadata: { x: NaN } }
  expect(
    refusal(body)
      ?.issues.map(({ path }) => path)
      .sort(),
  ).toEqual(['$.amount', '$.metadata.x', '$.profile_id'])
})

it('a value that JSON would drop, change or refuse is anything that throws when it is read', () => {
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

it('a body that is sent is without what is undefined, at any depth, as JSON has it', () => {
  const metadata = { a: undefined, b: [{ c: undefined, d: 1 }] }
  const body = { ...conversion, travelrule_metadata: undefined, metadata }
  const { body: text, fields } = prepare(convert, body, false)
  expect(text).toBe(JSON.stringify(body))
  expect(fields).not.toHaveProperty('travelrule_metadata')
})

it('a body that is sent has a value in each place of a list', () =>
  expect(problems([undefined])).toEqual([
    '$.metadata.x["0"]: metadata.x["0"] is undefined; leave the field out or give it a value',
  ]))

it('a body that is sent misses what is required and undefined', () => {
  const [issue] = refusal({ ...conversion, amount: undefined })?.issues ?? []
  expect(issue).toEqual({ path: '$.amount', message: 'amount is required' })
})

it('a body that is sent is the one that was looked at, whatever it says of itself later', () => {
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
  expect(JSON.parse(prepare(convert, changing, false).body ?? '')).toEqual({
    ...conversion,
    metadata: { x: 1 },
  })
})

it('a body that is sent keeps names and values to the letter', () => {
  const metadata: unknown = JSON.parse('{"__proto__":{"a":1},"ü":"€","constructor":null,"1":[]}')
  const { body: text, fields } = prepare(convert, { ...conversion, metadata }, false)
  expect(text).toBe(JSON.stringify({ ...conversion, metadata }))
  expect(fields['metadata']).toEqual(metadata)
})

it('a body that is sent is no part of the object of the caller', () => {
  const body = Object.freeze({
    ...conversion,
    metadata: Object.freeze({ list: Object.freeze([1]) }),
  })
  const { refId, body: text, fields } = prepare(convert, body, true)
  expect(['constructor' in fields, 'toString' in fields]).toEqual([false, false])
  expect(JSON.parse(text ?? '')).toEqual({ ...body, ref_id: refId })
  expect(body).not.toHaveProperty('ref_id')
})
