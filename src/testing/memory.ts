import type { Provider } from '../document/provider.js'
import type { Operation, Values } from '../operation.js'
import { isText, memberOf } from '../shared/json.js'
import { canonical } from './example-answer.js'
import type { MethodsOf, OwnProvider } from './provider.js'

/** A call that an issuer carried out, whether or not its answer arrived. */
export type MadeCall<Given extends Provider = OwnProvider> = {
  readonly [Id in keyof MethodsOf<Given>]: MethodsOf<Given>[Id] extends (
    body: infer Body,
    ...more: never
  ) => infer Result
    ? {
        readonly operation: Id
        /** The argument of the method, as it was sent. */
        readonly body: Body
        /** As it was answered, with what `update` changed since. */
        readonly answer: Awaited<Result>
      }
    : never
}[keyof MethodsOf<Given>]

/** A call that was carried out although an earlier one had its reference. */
export interface Repeat {
  readonly operation: string
  readonly field: string
  readonly refId: string
  /** How often calls with the reference were carried out by now. */
  readonly times: number
}

/** The calls that were carried out, the oldest first. */
export function createCallRecord(onRepeat: ((repeat: Repeat) => void) | undefined) {
  const calls: { operation: string; body: Values; answer: () => unknown }[] = []

  const add = (operation: Operation, body: Values, answer: () => unknown): void => {
    const { id, referenceField: field = '' } = operation
    calls.push({ operation: id, body, answer })
    const refId = body[field]
    if (onRepeat === undefined || typeof refId !== 'string') return
    const times = calls.filter((one) => one.operation === id && one.body[field] === refId).length
    if (times > 1) onRepeat({ operation: id, field, refId, times })
  }
  return {
    // The bodies were checked, and the answers were made for them.
    calls: () => calls.map((one) => ({ ...one, answer: one.answer() })) as MadeCall[],
    add,
  }
}

/**
 * The key of a request, with the content that it stands for. A key in a header is one for all operations, a key in a field
 * is for its own operation. Undefined for a request without a key.
 */
export function keyedOf(
  { id, key: rule }: Operation,
  headers: Readonly<Record<string, string>>,
  input: Values,
) {
  if (rule === undefined) return undefined
  const isHeader = rule.in === 'header'
  const value = memberOf(isHeader ? headers : input, rule.name)
  const name = JSON.stringify([isHeader || id, rule.name, value])
  return isText(value) ? { name, content: canonical([id, input]), rule } : undefined
}

type Keyed = NonNullable<ReturnType<typeof keyedOf>>

/** The first answers to requests that had a key, for as long as the document says that the service knows it. */
export function createAnswered<Reply>() {
  const all = new Map<string, { content: string; reply: Reply; until: number }>()
  return {
    /** The answer to a repeat: the first answer, or the status for a repeat; 422 for other content. */
    find: ({ name, content, rule }: Keyed): Reply | 409 | 422 | undefined => {
      const first = all.get(name)
      if (first === undefined || Date.now() >= first.until) return undefined
      if (first.content !== content) return 422
      return rule.repeated === '409' ? 409 : first.reply
    },
    add: ({ name, content, rule }: Keyed, reply: Reply): void => {
      all.set(name, { content, reply, until: Date.now() + rule.lifetime })
    },
  }
}
