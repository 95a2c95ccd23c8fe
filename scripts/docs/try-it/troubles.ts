import { type Fault, faults, type NextAnswer } from '../../../src/testing/faults.js'

/** What goes wrong with a request. */
export interface Trouble {
  readonly name: string
  readonly title: string
  /** What the service does, as a part of a sentence. */
  readonly text: string
  readonly answer?: NextAnswer
}

const titles: Readonly<Record<Fault, string>> = {
  broken: 'The answer is lost',
  cut: 'The answer is cut off',
  no_answer: 'No answer comes',
  slow: 'The answer comes late',
  refused: 'The connection is refused',
  drift: 'The answer lacks a field',
  false_success: '200 with an error',
}

const statuses = [
  { status: 503, text: 'the service answers 503, and nothing was carried out' },
  { status: 429, text: 'the service asks to wait one second', headers: { 'retry-after': '1' } },
  { status: 422, text: 'the service refuses the request' },
]

/** In the order in which they are offered. */
export const troubles: readonly Trouble[] = [
  { name: 'none', title: 'Nothing', text: 'the service answers' },
  ...Object.entries(titles).map(([name, title]) => {
    const answer = name as Fault
    return { name, title, text: faults[answer], answer }
  }),
  ...statuses.map(({ text, ...answer }) => {
    const name = String(answer.status)
    return { name, title: `${name} comes`, text, answer }
  }),
]
