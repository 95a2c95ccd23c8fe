import { expect, test } from 'vitest'
import { applyOverlays } from '../../scripts/overlay/apply.js'
import { readOverlay } from '../../scripts/overlay/read.js'

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
const One = { type: 'string', enum: ['X', 'Y'] }
const info = { title: 'A', version: '1' }
const source = { info, tags: [a, b], schemas: { One, Two: { type: 'object' } } }

/** An overlay with its actions from the fourth line on, each on a line. */
const overlay = (...actions: string[]) => `overlay: 1.1.0
info: { title: What Acme says, version: 1.0.0 }
actions:
${actions.map((action) => `  - ${action}\n`).join('')}`

function apply(...texts: string[]) {
  const overlays = texts.map((text, index) => readOverlay(`${index + 1}.yaml`, text))
  return applyOverlays(source, overlays).document
}

test.each<[string, string[], object]>([
  [
    'merges objects',
    ['{ target: $.info, update: { title: B, x: [] } }'],
    { info: { ...info, title: 'B', x: [] } },
  ],
  ['adds to a list', ['{ target: $.tags, update: { name: c } }'], { tags: [a, b, c] }],
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
  [
    'removes what matches from a list',
    [`{ target: "$.tags[?@.name == 'a']", remove: true }`],
    { tags: [b] },
  ],
  [
    'removes members of every kind',
    ["{ target: '$.schemas.One[*]', remove: true }"],
    { schemas: { ...source.schemas, One: {} } },
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
    'puts another list in the place of one',
    ['{ target: $.tags, remove: true }', '{ target: $, update: { tags: [{ name: c }] } }'],
    { tags: [c] },
  ],
  [
    'adds members with names that every object has',
    ['{ target: $.info, update: { __proto__: { x: 1 }, constructor: 2 } }'],
    { info: { ...info, ['__proto__']: { x: 1 }, constructor: 2 } },
  ],
  [
    'takes anchors and merge keys of YAML',
    ['{ target: $.info, update: { x: &x { z: 1 }, y: *x, <<: *x } }'],
    { info: { ...info, x: { z: 1 }, y: { z: 1 }, z: 1 } },
  ],
])('an overlay %s', (_, actions, changed) => {
  expect(apply(overlay(...actions))).toStrictEqual({ ...source, ...changed })
})

test('several overlays are applied in their order', () => {
  const titles = ['First', 'Last'].map((one) => overlay(`{ target: $.info.title, update: ${one} }`))
  expect(apply(...titles)).toStrictEqual({ ...source, info: { ...info, title: 'Last' } })
})

test('a document that is made shares no value between two places', () => {
  const { schemas } = apply(overlay('{ target: $.schemas.*, update: { x: { y: 1 } } }')) as never
  expect(schemas['One']['x']).not.toBe(schemas['Two']['x'])
})

const fine = '{ target: $.info, update: { x: 1 } }'
const changed = (from: string, to: string) => overlay(fine).replace(from, to)

test.each([
  ['4: $.x matches nothing in the document', overlay('{ target: $.x, update: {} }')],
  [
    '5: $.schemas.One matches nothing in the document',
    overlay('{ target: $.schemas, remove: true }', '{ target: $.schemas.One, remove: true }'),
  ],
  ['4: $.info[?( is no JSONPath of RFC 9535: …', overlay("{ target: '$.info[?(', update: {} }")],
  [
    "4: $.info.x-y is no JSONPath of RFC 9535: a name with a hyphen needs ['…']",
    overlay('{ target: $.info.x-y, update: {} }'),
  ],
  ['1: overlay "1.3.0" is not known; 1.0.0, 1.1.0 and 1.2.0 are', changed('1.1.0', '1.3.0')],
  ['1: an overlay needs overlay', 'actions: []'],
  ['1: an overlay must be an object', '- overlay: 1.0.0'],
  ['2: info needs title', changed('title: What Acme says, ', '')],
  ['2: version must be of the type string, not number', changed('version: 1.0.0', 'version: 1')],
  ['3: an overlay needs at least one action', overlay().replace('actions:', 'actions: []')],
  [
    '5: an action has no member updat; it has target, description, update, copy, remove and x-…',
    overlay('target: $.info\n    updat: {}'),
  ],
  ['4: an action needs target', overlay('{ update: {} }')],
  [
    '4: an action needs exactly one of update, copy and remove: true',
    overlay('{ target: $.info, update: {}, remove: true }'),
  ],
  [
    '4: overlay "1.0.0" has no copy; 1.1.0 has',
    overlay('{ target: $.info, copy: $.info }').replace('1.1.0', '1.0.0'),
  ],
  ['5: an action is there twice', overlay(fine, fine)],
  [
    '4: $.tags[*] matches 2 places; copy needs one',
    overlay("{ target: $.info, copy: '$.tags[*]' }"),
  ],
  ['4: the whole document cannot be removed', overlay('{ target: $, remove: true }')],
  [
    '4: $.* matches values of several kinds: object, array, other',
    overlay('{ target: $.*, update: {} }'),
  ],
  [
    '6: title is of the type string, into which object cannot be merged; remove it first',
    overlay('target: $\n    update:\n      info: { title: { x: 1 } }'),
  ],
  [
    '6: "X" is in the list already, to which an update only adds',
    overlay('target: $.schemas.One\n    update:\n      enum: [Z, X]'),
  ],
  [
    '6: $ref must begin with #/, and other.yaml#/x is in another document',
    overlay('target: $.info\n    update:\n      x: { $ref: other.yaml#/x }'),
  ],
  ['4: this is not valid YAML: Map keys must be unique', overlay('{ target: $, target: $ }')],
  ['4: *x has no &x before it', overlay('{ target: $, update: *x }')],
  ['4: this is not valid YAML: Unresolved tag: !x', overlay('{ target: !x $, update: {} }')],
])('it is refused, with its line: %s', (sentence, text) => {
  expect(() => apply(text)).toThrow(`1.yaml:${sentence.replace(/ …$/, '')}`)
})
