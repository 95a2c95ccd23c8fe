import {
  type Document as YamlDocument,
  LineCounter,
  type Node as YamlNode,
  parseDocument,
  visit,
} from 'yaml'
import { findIssues } from '../../src/document/schema-check.js'
import type { Schema } from '../../src/operation.js'
import type { Json, Location } from '../lib/document.js'

/** An action of an overlay: one of `update`, `copy` and `remove`. */
export interface Action {
  readonly target: string
  readonly update?: Json
  readonly copy?: string
  readonly remove?: boolean
}

/** An OpenAPI Overlay, 1.0 to 1.2, whose form is checked. */
export interface Overlay {
  /** The version of the specification. */
  readonly overlay: string
  readonly extends?: string
  readonly actions: readonly Action[]
  /** An error that names the file, and the line of this place in it. */
  readonly errorAt: (place: Location, sentence: string) => Error
}

const text = { type: 'string' }
const object = (required: readonly string[], properties: Readonly<Record<string, Schema>>) => {
  return { type: 'object', required, properties, additionalProperties: false }
}
const info = object(['title', 'version'], { title: text, version: text, description: text })
const flag = { type: 'boolean' }
const members = { target: text, description: text, update: true, copy: text, remove: flag }

/** The form of an overlay, but for members that begin with `x-`. */
const form = object(['overlay', 'info', 'actions'], {
  overlay: { ...text, pattern: '^1\\.[012]\\.\\d+$', expected: '1.0.0, 1.1.0 or 1.2.0' },
  info,
  extends: text,
  actions: { type: 'array', minItems: 1, items: object(['target'], members) },
})

/** Reads an overlay. @throws Error with the line of what is wrong */
export function readOverlay(file: string, text: string): Overlay {
  const lines = new LineCounter()
  const yaml = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    stringKeys: true,
  })
  const errorIn = (offset: number, sentence: string): Error =>
    new Error(`${file}:${lines.linePos(offset).line}: ${sentence}`)
  const errorAt = (place: Location, sentence: string): Error => {
    const node = yaml.getIn(place, true) as YamlNode | undefined
    if (node === undefined && place.length > 0) return errorAt(place.slice(0, -1), sentence)
    return errorIn(node?.range?.[0] ?? 0, sentence)
  }
  for (const { pos, message } of [...yaml.errors, ...yaml.warnings])
    throw errorIn(
      pos[0],
      `this is not valid YAML: ${message.replace(/^Maximum call.*/, 'it is nested too deeply')}`,
    )
  visit(yaml, {
    Alias: (_, alias) => {
      if (alias.resolve(yaml) === undefined)
        throw errorIn(alias.range?.[0] ?? 0, `*${alias.source} has no &${alias.source} before it`)
    },
    Collection: (_, { range }, path) => {
      if (path.length > 80)
        throw errorIn(range?.[0] ?? 0, 'it is nested too deeply: write it in another way')
    },
  })
  const overlay = plain(yaml, errorIn) as object as Overlay
  const issues = findIssues(form, overlay, false)
  const issue = issues.find(({ path }) => !String(path.at(-1)).startsWith('x-'))
  if (issue) throw errorAt(issue.path.map(String), issue.message.replace(/^the body/, 'an overlay'))
  const { overlay: version, actions } = overlay
  const seen = new Set<string>()
  for (const [index, action] of actions.entries()) {
    const at = ['actions', index]
    const { update, copy, remove } = action
    if ([update !== undefined, copy !== undefined, remove === true].filter(Boolean).length !== 1)
      throw errorAt(at, 'an action needs exactly one of update, copy and remove: true')
    if (copy !== undefined && version.startsWith('1.0.'))
      throw errorAt([...at, 'copy'], `overlay ${version} has no copy; 1.1.0 has`)
    if (seen.size === seen.add(JSON.stringify(action)).size)
      throw errorAt(at, 'an action is there twice')
  }
  return { ...overlay, errorAt }
}

/** @throws Error where aliases make it too large, or too deep for those who read it */
function plain(yaml: YamlDocument, errorIn: (offset: number, sentence: string) => Error): Json {
  try {
    const overlay = yaml.toJS({ maxAliasCount: 1_000 }) as Json
    JSON.stringify(overlay)
    return overlay
  } catch {
    throw errorIn(0, 'its aliases make it too large or too deep: write it in another way')
  }
}
