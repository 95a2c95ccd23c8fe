/** What a measured process can be asked to do, each with one input. */
export type Protocol = Record<string, (input: never) => unknown>

export interface Question {
  readonly id: number
  readonly what: string
  readonly input: unknown
}

export type Reply = { readonly id: number } & (
  { readonly value: unknown } | { readonly error: string }
)

/** Answers the questions of the process that started this one, and ends when that ends. */
export function answerParent(protocol: Protocol): void {
  const reply = (message: Reply): void => void process.send?.(message)
  process.on('message', ({ id, what, input }: Question) => {
    Promise.resolve(input)
      .then((value) => protocol[what]?.(value as never))
      .then(
        (value) => {
          reply({ id, value })
        },
        (error: unknown) => {
          reply({ id, error: error instanceof Error ? error.message : String(error) })
        },
      )
  })
  process.on('disconnect', () => process.exit())
}
