import type { Operation } from '../document/operation.js'
import type { Provider } from '../document/provider.js'
import { BoundedMap } from './bounded-map.js'
import type { Fields } from './example-answer.js'
import type { AnswerOf, MethodsOf, OwnProvider } from './provider.js'

/** A call that an issuer carried out, whether or not its answer arrived. */
export type MadeCall<Given extends Provider = OwnProvider> = {
  readonly [Id in keyof MethodsOf<Given>]: {
    /** The operationId. */
    readonly operation: Id
    /** The argument of the method, as it was sent. */
    readonly body: MethodsOf<Given>[Id] extends (body: infer Body, ...more: never) => unknown
      ? Body
      : never
    /** The data of its success. */
    readonly answer: AnswerOf<Given, Id>
  }
}[keyof MethodsOf<Given>]

/** A call that was carried out although an earlier one had its reference. */
export interface Repeat {
  readonly operation: string
  /** The name of the field. */
  readonly field: string
  readonly refId: string
  /** How often it was carried out by now. */
  readonly times: number
}

/** The calls that were carried out, the oldest first. */
export function createCallRecord(onRepeat: ((repeat: Repeat) => void) | undefined) {
  const calls = new BoundedMap<symbol, MadeCall>()

  const add = (operation: Operation, body: Fields, answer: unknown, size: number): void => {
    const { id, referenceField: field = '' } = operation
    // The body was checked, and the answer was made for it.
    calls.set(Symbol(id), { operation: id, body, answer } as MadeCall, size)
    const refId = body[field]
    if (onRepeat === undefined || typeof refId !== 'string') return
    const same = (one: MadeCall): boolean => one.operation === id && bodyOf(one)[field] === refId
    const times = calls.values().filter(same).length
    if (times > 1) onRepeat({ operation: id, field, refId, times })
  }
  return { calls: () => calls.values(), add }
}

/** The body of a call of any operation. */
function bodyOf({ body }: MadeCall): Fields {
  return body as object as Fields
}
