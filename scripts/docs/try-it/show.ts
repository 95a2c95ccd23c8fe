import { operations } from '../../../generated/index.js'
import type { MadeCall } from '../../../src/testing.js'
import type { TriedOperation, TryItData } from './data.js'
import type { TriedFault } from './faults.js'
import type { Ending } from './send.js'
import type { TriedService } from './service.js'
import type { Step, TimeLine } from './time-line.js'

/** The calls of one client to a service of its own. */
export interface Trial {
  readonly operation: TriedOperation
  readonly fault: TriedFault
  readonly input: Readonly<Record<string, unknown>>
  readonly service: TriedService
  /** The steps of the last call. */
  line: TimeLine
  /** The end of the last call; undefined until then. */
  ending: Ending | undefined
  /** What the service carried out. */
  made: readonly MadeCall[]
  /** Settles when the last call is over. */
  call: Promise<void>
}

/** Shows the last call of a client, whether or not it is over. */
export function show(root: Element, trial: Trial, data: TryItData): void {
  const part = (selector: string) => root.querySelector(selector) as HTMLElement
  const { operation, fault, input, ending, made } = trial
  const { outcome = '', printed = '' } = ending ?? {}
  const field = fieldOf(trial)
  root.querySelector('[role=tabpanel]')?.setAttribute('aria-busy', String(ending === undefined))
  part('.try-call').textContent = `${operation.title}: ${fault.title}`
  const word = part('[name=outcome]')
  word.textContent = outcome
  word.dataset['outcome'] = outcome
  part('.try-advice').innerHTML = ending === undefined ? '' : adviceOf(ending, trial, data)
  const again = part('[name=again]')
  // It stays during a call: a button that goes takes the focus with it.
  if (ending !== undefined) again.hidden = false
  const isSame = field !== undefined && valueOf(input, field) !== undefined
  const under = isSame ? `, under the same ${field}` : ''
  again.textContent = `Send it again anyway${under}`

  const done = ending === undefined ? [] : sentenceOf(trial)
  part('[name=service]').replaceChildren(...done)
  part('.try-made').replaceChildren(...(ending === undefined ? [] : made.map(itemOf)))
  part('.try-note').textContent = ending === undefined ? '' : noteOf(ending, trial)
  part('.try-service').classList.toggle('try-twice', ending !== undefined && isTwice(trial))

  part('.try-details').hidden = false
  showLine(root, trial.line)
  const isError = outcome !== 'succeeded'
  part('.try-printed').textContent = isError ? 'The error, as it is printed' : 'The data'
  for (const one of ['.try-printed', 'pre']) part(one).hidden = ending === undefined
  part('pre code').textContent = printed
}

/** Shows how a call went until now. */
export function showLine(root: Element, { steps, now }: TimeLine): void {
  const scale = Math.max(leastScale, steps.at(-1)?.to ?? now)
  const rows = steps.map((step) => rowOf(step, scale, now))
  root.querySelector('.try-line')?.replaceChildren(...rows)
}

/** The name of the caller's own reference. */
const fieldOf = ({ operation: { id } }: Trial) => operations[id]?.referenceField

const valueOf = (value: unknown, field: string) =>
  (value as Readonly<Record<string, unknown>> | undefined)?.[field]

function adviceOf({ outcome, code, data }: Ending, trial: Trial, { outcomes }: TryItData): string {
  if (outcome === 'failed') return '<p>It says that it failed, and not whether it took effect.</p>'
  const field = fieldOf(trial)
  if (outcome === 'succeeded') {
    const attempts = trial.line.steps.filter(({ kind }) => kind === 'attempt').length
    const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
    const own = field && valueOf(trial.made.at(-1)?.body, field)
    const isOther = field && own !== undefined && own !== valueOf(data, field)
    const warning = isOther
      ? `<p>The data have another ${field}, and the client did not notice.</p>`
      : ''
    return `<p>The call gives its data after ${times}.</p>${warning}`
  }
  const [meaning, mayRepeat] = outcomes[outcome]
  const { afterUnknown } = trial.operation
  const advice =
    outcome === 'unknown' && afterUnknown !== undefined
      ? `<strong>What to do:</strong> ${afterUnknown} <a href="#/after-unknown">After unknown</a>`
      : `<strong>May I send it again?</strong> ${mayRepeat}`
  const name = String(code)
  const link = `<a href="#/errors-and-outcomes/${name.toLowerCase()}">${name}</a>`
  return `<p>${meaning} ${link}</p><p>${advice}</p>`
}

function element(tag: string, content: unknown, className = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = String(content)
  return made
}

/** The last word of a title such as "Create stablecoin conversion" is what has a reference. */
function sentenceOf(trial: Trial): Node[] {
  const { operation, made } = trial
  const field = fieldOf(trial)
  const noun = field === undefined ? 'call' : (operation.title.split(' ').at(-1) ?? 'call')
  const names = field === undefined ? [operation.title] : referencesIn(trial)
  const words = ` ${noun}${made.length === 1 ? '' : 's'} carried out`
  const count = element('b', made.length)
  if (made.length === 0 || names.length === 0) return [count, new Text(words)]
  return [count, new Text(`${words}: `), element('span', names.join(', '))]
}

/** The references of what was carried out, each once. */
function referencesIn(trial: Trial): unknown[] {
  const field = fieldOf(trial) ?? ''
  const references = trial.made.map(({ body }) => valueOf(body, field))
  return [...new Set(references)].filter((reference) => reference !== undefined)
}

/** What the service answered, by the identifier that it gave. */
function itemOf({ operation, answer }: MadeCall): HTMLElement {
  const path = operations[operation]?.identifier ?? []
  const item = element('li', `${path.at(-1) ?? 'done'} `)
  if (path.length > 0) item.append(element('code', path.reduce<unknown>(valueOf, answer)))
  return item
}

const isTwice = ({ operation: { id }, made }: Trial): boolean =>
  made.length > 1 && operations[id]?.idempotent === false

/** The difference between the two sides. */
function noteOf({ outcome }: Ending, trial: Trial): string {
  const { length } = trial.made
  const field = fieldOf(trial)
  const references = referencesIn(trial)
  if (isTwice(trial) && references.length === 1)
    return `All under the same ${field}. This service is a fake, and the documentation does not say what the real one does then: the money may have moved twice. So look the first one up before you send again.`
  if (isTwice(trial) && field !== undefined)
    return references.length === 0
      ? `None of them has a ${field}, so that no look-up finds them by it. Write one into the body.`
      : `Each has a ${field} of its own, which the client made, so that a look-up of one does not find the other. Write your own into the body.`
  if (isTwice(trial)) return 'Nothing ties one to the other: each of them counts.'
  if (length > 1) return 'The operation is idempotent: together they have the effect of one.'
  const did = length === 0 ? 'It did nothing' : 'It carried the call out'
  if (outcome === 'unknown') return `${did}. Your program cannot see that.`
  if (outcome === 'not_sent' || outcome === 'rejected')
    return `${did}, and your program knows that.`
  return ''
}

/** Bars are as long as a call that takes so many milliseconds, at least. */
const leastScale = 50

function rowOf({ kind, text, result = '', isFailure, from, to }: Step, scale: number, now: number) {
  const bar = element('span', '', 'try-bar')
  // The last moment is to be seen as well.
  bar.style.marginInlineStart = `min(${(from / scale) * 100}%, 100% - 4px)`
  bar.style.width = `${(((to ?? now) - from) / scale) * 100}%`
  const track = element('span', '', 'try-track')
  track.append(bar)
  const words = [text, result].filter(Boolean).join(': ')
  const time = to === undefined ? '…' : `${Math.round(to - from).toLocaleString('en')} ms`
  const row = element('li', '', `try-${isFailure ? 'failure' : kind}`)
  row.append(element('span', words), ' ', track, element('span', time, 'try-time'))
  return row
}
