import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Json } from '../../scripts/lib/document.js'
import { applyOverlays } from '../../scripts/overlay/apply.js'
import { readOverlay } from '../../scripts/overlay/read.js'

const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
const One = { type: 'string', enum: ['X', 'Y'] }
const info = { title: 'A', version: '1' }
const source = { info, tags: [a, b], schemas: { One, Two: { type: 'object' } } }

/** An overlay with its actions from the fourth line on. */
const overlay = (actions: string) =>
  `overlay: 1.1.0\ninfo: { title: What Acme says, version: 1.0.0 }\nactions:\n${actions}`

const listed = (actions: readonly string[]) => actions.map((one) => `- ${one}`).join('\n')

function apply(...texts: string[]) {
  const overlays = texts.map((text, index) => readOverlay(`${index + 1}.yaml`, text))
  return applyOverlays(source, overlays).document
}

test.each<[string, string[], object]>([
  ['adds to a list', ['{ target: $.tags, update: { name: c } }'], { tags: [a, b, c] }],
  [
    'removes items of lists beside members of objects',
    [
      '{ target: $.info, update: { a: [1, 0, 1], b: { a: 1 }, c: [1], d: [1], e: [1, 0], f: [0, 1, 0, 0, 1] } }',
      '{ target: "$.info[*][?@ == 1]", remove: true }',
    ],
    { info: { ...info, a: [0], b: {}, c: [], d: [], e: [0], f: [0, 0, 0] } },
  ],
  ['joins two lists', ['{ target: $.tags, update: [{ name: c }] }'], { tags: [a, b, c] }],
  [
    'joins two lists inside',
    ['{ target: $, update: { schemas: { One: { enum: [Z] } } } }'],
    { schemas: { ...source.schemas, One: { ...One, enum: ['X', 'Y', 'Z'] } } },
  ],
  [
    'replaces a value',
    ['{ target: $.info.title, update: null }'],
    { info: { ...info, title: null } },
  ],
  [
    'changes all that match',
    ['{ target: $.schemas.*, update: { type: x } }'],
    { schemas: { One: { ...One, type: 'x' }, Two: { type: 'x' } } },
  ],
  ['copies a value', ["{ target: $.info, copy: '$.tags[0]' }"], { info: { ...info, name: 'a' } }],
  [
    'renames, by actions in their order',
    [
      '{ target: $.schemas, update: { Three: {} } }',
      '{ target: $.schemas.Three, copy: $.schemas.Two }',
      '{ target: $.schemas.Two, remove: true }',
    ],
    { schemas: { One, Three: { type: 'object' } } },
  ],
  [
    'adds members with names that every object has',
    ['{ target: $.info, update: { __proto__: { x: 1 }, constructor: 2 } }'],
    { info: { ...info, ['__proto__']: { x: 1 }, constructor: 2 } },
  ],
])('an overlay %s', (_, actions, changed) => {
  expect(apply(overlay(listed(actions)))).toStrictEqual({ ...source, ...changed })
})

test.each(['remove-matching-responses', 'remove-server'])(
  'an overlay of the specification does what it says: %s',
  (name) => {
    const read = (file: string) => textOf(`compliant-sets/${name}/${file}.yaml`)
    const overlays = [readOverlay('overlay.yaml', read('overlay'))]
    const { document } = applyOverlays(parse(read('openapi')) as Json, overlays)
    expect(document).toEqual(parse(read('output')))
  },
)

test('several overlays are applied in their order', () => {
  const titles = ['First', 'Last'].map((one) =>
    overlay(`- { target: $.info.title, update: ${one} }`),
  )
  expect(apply(...titles)).toStrictEqual({ ...source, info: { ...info, title: 'Last' } })
})

test('a document that is made shares no value between two places', () => {
  const { schemas } = apply(overlay('- { target: $.schemas.*, update: { x: { y: 1 } } }')) as never
  expect(schemas['One']['x']).not.toBe(schemas['Two']['x'])
})

interface Refused {
  readonly sentence: string
  readonly actions?: string
  /** The whole of it. */
  readonly overlay?: string
}
const refused = parse(textOf('refused.yaml')) as Refused[]

test.each(refused.map(({ sentence, ...text }) => [sentence, text] as const))(
  'an overlay is refused, with its line: %s',
  (sentence, { actions = '', overlay: whole = overlay(actions) }) => {
    expect(() => apply(whole)).toThrow(`1.yaml:${sentence}`)
  },
)
