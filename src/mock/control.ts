import { type Queue, assertOperation, defaultMilliseconds, readAnswer } from '../testing/faults.js'
import { type Reply, refusal } from '../testing/service.js'

/** What the mock is told beside the operations of the document. */
export interface Control {
  /** Says how the next requests of an operation are answered. @throws TypeError in one sentence */
  readonly plan: (put: 'add' | 'replace', operation: string, answers: readonly unknown[]) => void
  /** Answers a request that is not of the service; undefined for one that is. */
  readonly answer: (method: string, path: string, body: string) => Reply | undefined
}

/** `GET /healthz` says that the mock serves; `PUT /mock/next` says how the next requests of an operation are answered. */
export function createControl(queue: Queue, closeFor: (milliseconds: number) => void): Control {
  const plan: Control['plan'] = (put, operation, answers) => {
    const queued = answers.map(readAnswer)
    const closing = queued.findIndex(({ fault }) => fault === 'refused')
    if (closing > 0)
      throw new TypeError('refused closes the port at once, so that it can only come first')
    queue[put](operation, closing === 0 ? answers.slice(1) : answers)
    if (closing === 0) closeFor(queued[0]?.milliseconds ?? defaultMilliseconds.refused)
  }
  const answer: Control['answer'] = (method, path, body) => {
    if (path === '/healthz')
      return ['GET', 'HEAD'].includes(method) ? refusal(200) : refusal(405, { Allow: 'GET, HEAD' })
    if (path !== '/mock/next') return undefined
    if (method !== 'PUT') return refusal(405, { Allow: 'PUT' })
    try {
      const { operation, answers } = readOrder(body)
      plan('replace', operation, answers)
      return refusal(204)
    } catch (error) {
      const { message } = error as Error
      return { ...refusal(400, { 'Content-Type': 'text/plain' }), text: `${message}\n` }
    }
  }
  return { plan, answer }
}

function readOrder(text: string): { operation: string; answers: readonly unknown[] } {
  let order: unknown
  try {
    order = JSON.parse(text)
  } catch {
    throw new TypeError(`the body is not JSON; ${form}`)
  }
  const { operation, answers } = (order ?? {}) as Readonly<Record<string, unknown>>
  assertOperation(operation)
  if (!Array.isArray(answers)) throw new TypeError(`answers must be a list; ${form}`)
  return { operation, answers }
}

const form = 'put {"operation":"createIssuerQuote","answers":["no_answer",{"status":503}]}'
