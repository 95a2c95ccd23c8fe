// A bank that keeps the orders of each account apart. A parameter of the call selects the account.

import type { Json, Node } from '../../scripts/lib/document.js'
import type { Provider, Transport, TransportRequest } from '../../src/index.js'
import { providerOf } from './provider-of.js'
import { answer } from './scripted.js'

type Place = 'header' | 'query' | 'path'

/** Where the bank's document has the parameter that selects the account. */
export interface Form {
  readonly place: Place
  readonly required: boolean
  /** Whether the read takes it: under the same name and place, as another parameter by the link, or not at all. */
  readonly onRead: 'same' | 'renamed' | 'absent'
}

const text = { type: 'string' }

export const nameIn = (place: Place): string => (place === 'header' ? 'X-Account' : 'account')

/** Writes what it is given into the document: an order, and the read that finds it by its reference. */
export function bankOf({ place, required, onRead }: Form): Promise<Provider> {
  const name = nameIn(place)
  const account = { name, in: place, required, schema: text }
  const order = {
    type: 'object',
    required: ['id', 'order_ref', 'amount'],
    properties: { id: text, order_ref: text, amount: text },
  }
  const request = {
    type: 'object',
    required: ['amount'],
    properties: { amount: text, order_ref: { ...text, 'x-client-reference': true } },
  }
  const json = (schema: Json, value: Json = {}) => {
    return { content: { 'application/json': { schema, examples: { one: { value } } } } }
  }
  const made = { id: 'o-1', order_ref: 'r-1', amount: '1.50' }
  const given = { order_ref: '$request.body#/order_ref' }
  const lookUp = {
    operationId: 'findOrders',
    parameters: onRead === 'renamed' ? { ...given, of: `$request.${place}.${name}` } : given,
  }
  const post = {
    operationId: 'createOrder',
    parameters: [account],
    requestBody: { required: true, ...json(request, { amount: '1.50', order_ref: 'r-1' }) },
    responses: { '200': { description: 'Made.', ...json(order, made), links: { lookUp } } },
  }
  const more = { same: [account], renamed: [{ name: 'of', in: 'query', schema: text }], absent: [] }
  const get = {
    operationId: 'findOrders',
    parameters: [{ name: 'order_ref', in: 'query', schema: text }, ...more[onRead]],
    responses: {
      '200': { description: 'Those.', ...json({ type: 'array', items: order }, [made]) },
    },
  }
  const write = place === 'path' ? '/v2/{account}/orders' : '/v2/orders'
  const read = place === 'path' && onRead !== 'same' ? '/v2/orders' : write
  const paths = write === read ? { [write]: { post, get } } : { [write]: { post }, [read]: { get } }
  return providerOf({ target: '$.paths', update: paths as object as Node })
}

interface Order {
  readonly account: string
  readonly made: Readonly<Record<string, unknown>>
}

/** What becomes of the next order: its answer is lost, or the order itself is. */
export type Fate = 'answered' | 'answer lost' | 'never came'

/** The bank's side: what it has made, which is the truth. Without a parameter it takes the account `main`. */
export function openBank() {
  const orders: Order[] = []
  const bank = { orders, fate: 'answered' as Fate }
  const reset = () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
  const accountOf = ({ url, headers }: TransportRequest): string => {
    const { pathname, searchParams } = new URL(url)
    const [, inPath] = /^\/v2\/(.+)\/orders$/.exec(pathname) ?? []
    const inQuery = searchParams.get('account') ?? searchParams.get('of') ?? undefined
    return inPath ?? inQuery ?? headers['x-account'] ?? 'main'
  }
  const transport: Transport = (request) => {
    const account = accountOf(request)
    const reference = new URL(request.url).searchParams.get('order_ref')
    if (request.method === 'GET') {
      const found = orders.filter(
        (one) => one.account === account && one.made['order_ref'] === reference,
      )
      return answer(
        200,
        found.map(({ made }) => made),
      )(request)
    }
    const { fate } = bank
    bank.fate = 'answered'
    if (fate === 'never came') return reset()
    const sent = JSON.parse(request.body ?? '') as object
    const made = { ...sent, id: `o-${orders.length + 1}` }
    orders.push({ account, made })
    return fate === 'answered' ? answer(200, made)(request) : reset()
  }
  return Object.assign(bank, { transport })
}
