import { readFile } from 'node:fs/promises'

/** An example of the document, as it is called. */
export interface Example {
  readonly operationId: string
  readonly name: string
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly response: unknown
}

/** A body that breaks a rule. */
export interface Broken {
  readonly operationId: string
  readonly rule: string
  readonly method: string
  readonly path: string
  readonly body: unknown
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

/** An operation as tools resolve it. */
export interface Operation {
  readonly operationId: string
  readonly requestBody: Side
  readonly responses: Record<string, Side>
}

interface Side {
  readonly content: Record<string, { readonly examples: Record<string, { value: unknown }> }>
}

export function show(example: Example, operation: Operation | undefined): void {
  const [request, response] = [operation?.requestBody, operation?.responses['200']].map(
    (side) => side?.content['application/json']?.examples[example.name]?.value,
  )
  print({ example: nameOf(example), request, response })
}

/** A request to a server, and what it is to answer if it takes it. */
type Send = (
  method: string,
  path: string,
  body: unknown,
  answer: unknown,
) => Promise<{ readonly status: number; readonly why: string }>

/** Has a server judge every example, and every body that breaks a rule. */
export async function judge(send: Send): Promise<void> {
  for (const example of examples) {
    const { method, url, body, response } = example
    const { status, why } = await send(method, url, body, response)
    print({ example: nameOf(example), taken: status === 200, why })
  }
  for (const { operationId, rule, method, path, body } of broken) {
    const answer = examples.find((example) => example.operationId === operationId)?.response
    const { status, why } = await send(method, path, body, answer)
    if (status !== 200 && status !== 400) throw new Error(`${rule}: ${status} ${why}`)
    print({ rule, taken: status === 200 })
  }
}
