import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'

/** An example of the document, as it is called. */
interface Example {
  readonly operationId: string
  readonly name: string
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly response: unknown
}

/** A body that breaks a rule. */
interface Broken extends Omit<Example, 'name' | 'response'> {
  readonly rule: string
}

export const { DOCUMENT = '', CASES = '' } = process.env
export const { examples, broken } = JSON.parse(await readFile(CASES, 'utf8')) as {
  readonly examples: readonly Example[]
  readonly broken: readonly Broken[]
}

export const nameOf = ({ operationId, name }: Example) => ({ operationId, name })

export function print(line: object): void {
  console.log(JSON.stringify(line))
}

/** Prints the examples that an importer saved, as texts. An answer without content has one as well. */
export function printSaved(saved: readonly (readonly [request: string, response?: string])[]) {
  const pairs = saved.flatMap(([request, response]) =>
    response ? [[JSON.parse(request), JSON.parse(response)] as unknown[]] : [],
  )
  for (const example of examples) {
    const [request, response] = pairs.find(([sent]) => isDeepStrictEqual(sent, example.body)) ?? []
    print({ example: nameOf(example), request, response })
  }
}

/** A request to a server, with the answer that it gives if it takes the body. */
export type Send = (call: Omit<Example, 'name'>) => Promise<{ status: number; why: string }>

/** Has a server judge every example, and every body that breaks a rule. */
export async function judge(send: Send): Promise<void> {
  for (const example of examples) {
    const { status, why } = await send(example)
    print({ example: nameOf(example), accepted: status === 200, why })
  }
  for (const call of broken) {
    const response = examples.find((one) => one.operationId === call.operationId)?.response
    const { status, why } = await send({ ...call, response })
    if (status !== 200 && status !== 400) throw new Error(`${call.rule}: ${status} ${why}`)
    print({ rule: call.rule, accepted: status === 200 })
  }
}
