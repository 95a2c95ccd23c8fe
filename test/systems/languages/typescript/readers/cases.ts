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
