import { writeParameters } from '../../../src/document/parameters.js'
import type { Operation as Data } from '../../../src/operation.js'
import { isText, memberOf } from '../../../src/shared/json.js'
import { type ExampleAnswer, put, read } from '../../../src/testing/example-answer.js'
import type { Json, Node, Operation } from '../../lib/document.js'
import { exampleCall } from '../../lib/named-examples.js'

/** The call that a sample makes: the first example of its operation, or one that its schemas show. */
export interface SampleCall {
  /** The name of the method of the client. */
  readonly id: string
  readonly method: string
  /** The path with its parameters and the query, as it goes over the wire. */
  readonly target: string
  /** The headers of parameters, and of a key. */
  readonly headers: Readonly<Record<string, string>>
  /** Absent where a request has none. */
  readonly body?: Node
  /** The argument of the method. */
  readonly input: Node
  readonly scope: string
  /** Whether a success has a body. */
  readonly hasAnswer: boolean
  /** The name of the provider's folder; undefined for our own document. */
  readonly folder?: string | undefined
}

type Answers = Readonly<Record<string, ExampleAnswer>>

/** @param answers how the fake and the mock answer: a path names what the example of its kind is */
export function sampleCallOf(
  operation: Operation,
  data: Data,
  answers: Answers,
  folder?: string,
): SampleCall {
  const { request: made, invented, body } = exampleCall(operation)
  const { kind, filters = {} } = answers[data.id]?.named ?? {}
  const ofKind = Object.values(answers).filter(({ resource }) => resource?.kind === kind)
  const [{ base, resource } = {}] = ofKind.filter((one) => one.resource?.list === undefined)
  const shown = invented.flatMap((name) => {
    const value = read(base, [...(resource?.path ?? []), filters[name]?.field ?? ''])
    return isText(value) ? [[name, value] as const] : []
  })
  const request = { ...made, ...Object.fromEntries(shown) }
  const { parameters = [], key, referenceField = '' } = data
  const isKey = (name: string): boolean => name === key?.argument
  const { path: target, headers } = writeParameters(data.path, parameters, request)
  const reference = memberOf(request, referenceField)
  // The client gives each call a key of its own; who writes the request itself has to.
  const keyed = key?.in === 'header' ? { [key.name]: isText(reference) ? reference : anyKey } : {}
  const input = Object.entries(request).filter(([name]) => !isKey(name))
  return {
    id: data.id,
    method: data.method,
    target,
    headers: { ...headers, ...keyed },
    ...(body && { body }),
    input: Object.fromEntries<Json>(input),
    scope: data.scopes.join(' '),
    hasAnswer: data.response !== undefined,
    folder,
  }
}

/** The answer to a sample call: the example, or one that is made up and repeats what was sent. */
export function sampleAnswerOf(answer: ExampleAnswer | undefined, { input }: SampleCall): unknown {
  const { base, examples = [], members = [] } = answer ?? {}
  return members.reduce((made, { path, source }) => {
    const sent = 'sent' in source ? input[source.sent] : undefined
    const isRepeated = examples.length === 0 && isText(sent) && isText(read(made, path))
    return isRepeated ? put(made, path, sent) : made
  }, base)
}

const anyKey = '2f4e6a0c-8b1d-4c3e-9f5a-7d6b8c9e0f1a'

/** JSON on lines of their own, within code that has a margin. */
export function jsonText(value: Json, margin = ''): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${margin}`)
}
