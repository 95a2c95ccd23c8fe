import { defaultMilliseconds, faults, type NextAnswer } from '../../../src/testing/faults.js'

/** A fault that a call can be tried with. */
export interface TriedFault {
  readonly name: string
  readonly title: string
  /** A sentence, without its capital and its full stop. */
  readonly text: string
  /** How the issuer answers instead. */
  readonly next?: NextAnswer
  /** What arrives instead of the answer to a request that was carried out. */
  readonly arrives?: (answer: string, referenceField: string) => Arrived
  /** How many requests meet it. @default 1 */
  readonly requests?: number
  /** Whether it is about a reference, which not every operation has. */
  readonly needsReference?: true
}

interface Arrived {
  readonly status: number
  readonly type: string
  readonly text: string
}

const seconds = defaultMilliseconds.slow / 1_000

/** In the order in which they are offered. */
export const triedFaults: readonly TriedFault[] = [
  { name: 'none', title: 'None', text: 'the service answers' },
  { name: 'broken', title: 'Answer lost', text: faults.broken.text, next: 'broken' },
  { name: 'cut', title: 'Answer cut off', text: faults.cut.text, next: 'cut' },
  { name: 'no_answer', title: 'No answer', text: faults.no_answer.text, next: 'no_answer' },
  {
    name: 'slow',
    title: 'Slow answer',
    next: 'slow',
    text: `${faults.slow.text} by ${seconds} s, and the timeout is one second`,
  },
  {
    name: '503',
    title: '503, nothing done',
    next: { status: 503 },
    text: 'the service answers 503 and carries nothing out',
  },
  {
    name: 'gateway',
    title: '503, all done',
    text: 'the service carries the request out, and a gateway answers 503',
    arrives: () => ({ status: 503, type: 'text/plain', text: '' }),
  },
  {
    name: '429',
    title: '429',
    text: 'the service carries nothing out and asks to wait one second',
    next: { status: 429, headers: { 'Retry-After': '1' } },
  },
  {
    name: '422',
    title: '422',
    next: { status: 422 },
    requests: Infinity,
    text: 'the service refuses the request, however often it is sent',
  },
  {
    name: 'refused',
    title: 'Connection refused',
    next: 'refused',
    requests: 3,
    text: `three times, ${faults.refused.text}`,
  },
  {
    name: 'reference',
    title: 'Another reference',
    needsReference: true,
    text: 'the service carries the request out, and the answer is that of another call',
    arrives: (answer, field) => ({
      status: 200,
      type: 'application/json',
      text: JSON.stringify({ ...(JSON.parse(answer) as object), [field]: 'conversion-1999' }),
    }),
  },
  {
    name: 'page',
    title: '200 with a page',
    text: 'the service carries the request out, and a gateway answers 200 with a page of HTML',
    arrives: () => ({ status: 200, type: 'text/html', text: '<h1>Welcome</h1>' }),
  },
  {
    name: 'false_success',
    title: '200 with an error',
    next: 'false_success',
    text: faults.false_success.text,
  },
  { name: 'drift', title: 'Field missing', text: faults.drift.text, next: 'drift' },
]
