import { exampleAnswers, operations } from '../../../generated/index.js'
import type { Rules } from '../../../src/document/operation.js'
import type { MadeCall } from '../../../src/testing.js'
import type { ExampleAnswer } from '../../../src/testing/example-answer.js'
import type { TriedOperation } from './data.js'

type Fields = Readonly<Record<string, unknown>>

/** What is there before the call of an operation that has no example, so that it finds something: the example of another. */
export function madeBefore(id: string) {
  const { examples = [], resource } = exampleAnswers[id] ?? {}
  if (examples.length > 0 || resource === undefined) return undefined
  const [operation, answer] =
    Object.entries(exampleAnswers).find(
      ([name, { resource: its, examples: shown }]) =>
        its?.kind === resource.kind && shown.length > 0 && operations[name]?.method !== 'GET',
    ) ?? []
  const [example] = answer?.examples ?? []
  return operation && example
    ? { operation: operation as MadeCall['operation'], input: example.request }
    : undefined
}

/** The examples of an operation, or an input with what it requires and what finds the thing that is there. */
export function inputsOf({ id, examples }: TriedOperation): TriedOperation['examples'] {
  if (examples.length > 0)
    return examples.map(({ title, input }, at) => ({ title, input: renamed(input, id, at) }))
  const { request = {}, parameters: { list = [] } = {} } = operations[id] ?? {}
  const { properties = {}, required = [] } = request as Rules
  const before = madeBefore(id)
  const there = before === undefined ? {} : thingIn(exampleAnswers[before.operation], before.input)
  const finding = list.map(({ name }) => name).filter((name) => name in there)
  const input = [...required, ...finding].map(
    (name) => [name, there[name] ?? valueOf(properties[name])] as const,
  )
  return [{ title: 'What it requires', input: Object.fromEntries(input) }]
}

/** The thing in an answer to an example. */
function thingIn(answer: ExampleAnswer | undefined, input: Fields): Fields {
  const response = answer?.examples.find(({ request }) => request === input)?.response
  const path = answer?.resource?.path ?? []
  return path.reduce<unknown>((value, name) => (value as Fields)[name], response) as Fields
}

function valueOf(schema: Rules['items']): unknown {
  const { type = 'string', enum: values = [], limits } = typeof schema === 'object' ? schema : {}
  const { minimum = 1 } = limits?.keywords ?? {}
  const numbers = { integer: minimum, number: minimum }
  const plain: Fields = { ...numbers, string: 'text', boolean: true, array: [] }
  return values[0] ?? plain[type as string] ?? {}
}

/** With identifiers of its own: the issuer in memory answers an example by one that is always the same. */
function renamed(input: object, id: string, at: number): object {
  const field = operations[id]?.referenceField
  const text = JSON.stringify(input).replace(/(?<=-[0-9a-f]{8})[0-9a-f]{4}(?=")/g, '2031')
  const own = field === undefined ? {} : { [field]: `conversion-${2031 + at}` }
  return { ...(JSON.parse(text) as object), ...own }
}
