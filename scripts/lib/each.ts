import type { Operation } from './document.js'

/** Does something with each of several. @throws the error of one, or an AggregateError of those of all that fail */
export function each<One, Result>(
  all: readonly One[],
  what: (one: One, at: number) => Result,
): Result[] {
  const errors: Error[] = []
  const results = all.flatMap((one, at): Result[] => {
    try {
      return [what(one, at)]
    } catch (error) {
      errors.push(...errorsIn(error))
      return []
    }
  })
  if (errors.length > 0) throw together(errors)
  return results
}

/** The same with operations: an error that names none gets the name of its own. */
export const eachOperation = <Result>(
  operations: readonly Operation[],
  what: (operation: Operation, at: number) => Result,
): Result[] =>
  each(operations, (operation, at) => {
    try {
      return what(operation, at)
    } catch (error) {
      const { name, message } = error as Error
      const { method, path, place } = operation
      if (name !== 'Error' || message.includes(`${method} ${path}`)) throw error
      throw new Error(`${place}: ${message}`)
    }
  })

export const errorsIn = (error: unknown): Error[] =>
  error instanceof AggregateError ? (error.errors as Error[]) : [error as Error]

export function together(errors: readonly Error[]): Error {
  const [first = new Error(), ...others] = errors
  const sentences = errors.map(({ message }) => message)
  return others.length === 0 ? first : new AggregateError(errors, sentences.join('\n'))
}
