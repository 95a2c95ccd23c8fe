import type { IncomingMessage } from 'node:http'
import { isObject, parseJson } from '../../src/shared/json.js'
import { assertOperation, type Queue, readAnswer } from '../../src/testing/faults.js'
import { createReply, type Reply, textReply } from '../../src/testing/service.js'

export const controlPaths = ['/mock/next', '/mock/update', '/mock/client']

/** The parts of the mock that orders change. Each throws a TypeError in one sentence for an order that is not valid. */
interface Controlled {
  readonly queue: Queue
  readonly update: (name: unknown, fields: unknown, of?: unknown) => void
  /** Replaces the secret of a client. */
  readonly rotate: (id: unknown, secret: unknown) => void
  readonly closeFor: (milliseconds: number | undefined) => void
}

/**
 * `GET /healthz` says that the mock serves; `PUT /mock/next` sets the answers to the next requests of an operation,
 * `PUT /mock/update` changes what was made, and `PUT /mock/client` replaces the secret of a client.
 */
export function createControl({ queue, update, rotate, closeFor }: Controlled, pages = false) {
  /** Sets the answers to the next requests of an operation. @throws TypeError in one sentence */
  const add = (operation: string, answers: readonly unknown[], isNew = false): void => {
    const [first, ...rest] = answers.map((one) => readAnswer(one, operation))
    if (rest.some(({ fault }) => fault === 'refused'))
      throw new TypeError('refused closes the port at once, so that it can only come first')
    const isClosing = first?.fault === 'refused'
    queue.add(operation, isClosing ? answers.slice(1) : answers, isNew)
    if (isClosing) closeFor(first.milliseconds)
  }
  /** Answers a request that is not for the service; undefined for a request of the service. */
  const answer = (
    { method = '', url: path, headers }: IncomingMessage,
    body: string,
  ): Reply | undefined => {
    if (path === '/healthz')
      return ['GET', 'HEAD'].includes(method)
        ? createReply(200)
        : createReply(405, { Allow: 'GET, HEAD' })
    if (!controlPaths.includes(path ?? '')) return undefined
    if (headers.origin !== undefined && !pages)
      return textReply(
        403,
        'pages may not control the mock; start it with --control-cors to allow that',
      )
    if (method !== 'PUT') return createReply(405, { Allow: 'PUT' })
    try {
      const form = forms[path as keyof typeof forms]
      const order = parseJson(body)
      if (!isObject(order)) throw new TypeError(`the body is no JSON object; ${form}`)
      const { operation, answers, id, fields, secret } = order
      if (path === '/mock/client') rotate(id, secret)
      else if (path === '/mock/update') {
        if (operation === undefined) update(id, fields)
        else update(operation, fields, id)
      } else {
        assertOperation(queue.provider, operation)
        if (!Array.isArray(answers)) throw new TypeError(`answers must be a list; ${form}`)
        add(operation, answers, true)
      }
      return createReply(204)
    } catch (error) {
      return textReply(400, (error as Error).message)
    }
  }
  return { add, answer }
}

const forms = {
  '/mock/next': 'put {"operation":"createIssuerQuote","answers":["no_answer",{"status":503}]}',
  '/mock/update': 'put {"id":"ID or reference","fields":{"status":"SETTLED"}}',
  '/mock/client': 'put {"id":"mock-client","secret":"another"}',
}
