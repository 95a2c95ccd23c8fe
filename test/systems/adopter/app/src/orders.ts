// The app's record of its conversions. That of a service is on disk: the guide "After unknown" has one.
export interface Order {
  readonly ref_id: string
  readonly call: string
  readonly body: string
  /** `sending` from before the first byte until the call has ended; then its outcome. */
  state: string
}

const orders = new Map<string, Order>()

/** What was not sent may be tried again under its reference, and each attempt of one call; nothing else may. */
export function record(ref_id: string, call: string, body: string): 'sent_before' | undefined {
  const order = orders.get(ref_id)
  if (order && order.state !== 'not_sent' && order.call !== call) return 'sent_before'
  orders.set(ref_id, { ref_id, call, body, state: 'sending' })
  return undefined
}

export function end(call: string, outcome: string): void {
  for (const order of orders.values()) if (order.call === call) order.state = outcome
}

export const find = (refId: string): Order | undefined => orders.get(refId)

/** Those to be looked up at the service. */
export const open = (): Order[] =>
  [...orders.values()].filter(({ state }) => state === 'sending' || state === 'unknown')
