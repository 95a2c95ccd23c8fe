import { conversion } from './examples.js'

type Body = Readonly<Record<string, unknown>>

/** One call of a tool: undefined for a success, else what the tool says of its failure. */
export type Call = (body: Body) => Promise<unknown>

/** What a model sends after an error. */
export const habits = {
  'repeats the call': (body: Body): Body => body,
  'repeats it under another reference': (body: Body, attempt: number): Body => ({
    ...body,
    ref_id: `${String(body['ref_id'])}-${attempt}`,
  }),
} as const
export type Habit = keyof typeof habits

const mostCalls = 4

/** Plays a model that asks for conversions of different amounts, and calls the tool again after each error. */
export async function playModel(
  call: Call,
  orders: number,
  habit: Habit,
  beforeEach: () => void,
): Promise<void> {
  for (let order = 1; order <= orders; order++) {
    const body = { ...conversion, amount: String(order), ref_id: `order-${order}` }
    beforeEach()
    for (let attempt = 1; attempt <= mostCalls; attempt++) {
      const error = await call(attempt === 1 ? body : habits[habit](body, attempt))
      if (error === undefined) break
    }
  }
}

/** How many of the amounts were converted more than once. */
export function twice(amounts: readonly unknown[]): number {
  const again = amounts.filter((amount, at) => amounts.indexOf(amount) !== at)
  return new Set(again).size
}
