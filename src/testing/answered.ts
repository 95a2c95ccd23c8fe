import type { IdempotencyKey, Operation } from '../document/operation.js'
import { isText, ownMember } from '../shared/json.js'
import { BoundedMap } from './bounded-map.js'
import type { Fields } from './example-answer.js'
import { canonical } from './resources.js'

/** The key of a request, with the content that it stands for. */
interface Keyed {
  readonly name: string
  readonly content: string
  readonly rule: IdempotencyKey
}

/** A key in a header is one for all operations, a field for its own. Undefined where a request has none. */
export function keyedOf(
  { id, key: rule }: Operation,
  headers: Readonly<Record<string, string>>,
  input: Fields,
): Keyed | undefined {
  if (rule === undefined) return undefined
  const isHeader = rule.in === 'header'
  const value = ownMember<unknown>(isHeader ? headers : input, rule.name)
  const name = JSON.stringify([isHeader || id, rule.name, value])
  return isText(value) ? { name, content: canonical([id, input]), rule } : undefined
}

/** The first answers to requests that had a key, for as long as the document says that the service knows it. */
export function createAnswered<Reply>() {
  const all = new BoundedMap<string, { content: string; reply: Reply; until: number }>()
  return {
    /** How a repeat is answered: as the first, or with the status for it; with 422 for other content. */
    find: ({ name, content, rule }: Keyed): Reply | 409 | 422 | undefined => {
      const first = all.get(name)
      if (first === undefined || Date.now() >= first.until) return undefined
      if (first.content !== content) return 422
      return rule.repeated === '409' ? 409 : first.reply
    },
    add: ({ name, content, rule }: Keyed, reply: Reply, size: number): void => {
      all.set(name, { content, reply, until: Date.now() + rule.lifetime }, content.length + size)
    },
  }
}
