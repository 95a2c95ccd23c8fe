/** The page "Try it": it makes a call by the client, and shows what a program sees and what the service did. */
import type { Provider } from '../../../src/index.js'
import type { Operation } from '../../../src/operation.js'
import { makeCall, times } from './call.js'
import { troubles } from './troubles.js'

/** An operation that the form offers. */
export interface TriedOperation {
  readonly id: string
  readonly title: string
  /** Its method and path. */
  readonly address: string
  readonly examples: readonly { readonly title: string; readonly input: object }[]
}

const part = (id: string) => document.getElementById(id) as HTMLElement

/**
 * Offers the operations, and makes a call whenever the form is sent. The address may name one after `#`. A look-up is
 * offered where the provider has one, and chosen if `isLookedUp`.
 */
export function fillForm(
  operations: readonly TriedOperation[],
  provider: Provider,
  isLookedUp: boolean,
): void {
  const operation = part('operation') as HTMLSelectElement
  const example = part('example') as HTMLSelectElement
  const trouble = part('trouble') as HTMLSelectElement
  const lookUp = part('look-up') as HTMLInputElement
  const body = part('body') as HTMLTextAreaElement
  const chosen = () => operations[operation.selectedIndex]
  const met = () => troubles[trouble.selectedIndex]

  const offerInput = (): void => {
    const { input = {} } = chosen()?.examples[example.selectedIndex] ?? {}
    body.value = JSON.stringify(input, null, 2)
    complain('')
  }
  const offerExamples = (): void => {
    const titles = chosen()?.examples.map(({ title }) => title) ?? []
    example.replaceChildren(...titles.map((title) => new Option(title)))
    example.disabled = titles.length === 0
    part('address').textContent = chosen()?.address ?? ''
    const { lookUp: link } = (provider.operations[chosen()?.id ?? ''] ?? {}) as Partial<Operation>
    part('look-up-choice').hidden = link === undefined
    offerInput()
  }
  const describeTrouble = (): void => {
    const { text = '' } = met() ?? {}
    part('trouble-text').textContent = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  const send = async (): Promise<void> => {
    const { id = '' } = chosen() ?? {}
    const input = read(body)
    if (input === undefined) return
    const { answer } = met() ?? {}
    const isLasting = (part('lasting') as HTMLInputElement).checked
    begin()
    try {
      const how = { answer, isLasting, isLookedUp: lookUp.checked, onStep: addStep }
      show(await makeCall({ id, input, provider, ...how }))
    } catch (error) {
      complain(`The page itself failed: ${String(error)}`)
    }
    part('results').setAttribute('aria-busy', 'false')
  }

  operation.append(...operations.map(({ id, title }) => new Option(title, id)))
  const named = operations.findIndex(({ id }) => `#${id}` === location.hash)
  const post = operations.findIndex(({ address }) => address.startsWith('POST'))
  operation.selectedIndex = Math.max(named === -1 ? post : named, 0)
  trouble.append(...troubles.map(({ name, title }) => new Option(title, name)))
  trouble.value = 'broken'
  lookUp.checked = isLookedUp
  operation.addEventListener('change', offerExamples)
  example.addEventListener('change', offerInput)
  trouble.addEventListener('change', describeTrouble)
  part('form').addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  offerExamples()
  describeTrouble()
}

/** The body as JSON; undefined where it is none, which the form then says. */
function read(body: HTMLTextAreaElement): unknown {
  try {
    const input: unknown = JSON.parse(body.value)
    complain('')
    return input
  } catch (error) {
    complain(`The body is not JSON: ${(error as Error).message}`)
    body.focus()
    return undefined
  }
}

function complain(problem: string): void {
  part('problem').textContent = problem
  part('body').setAttribute('aria-invalid', String(problem !== ''))
}

function begin(): void {
  const results = part('results')
  results.hidden = false
  results.setAttribute('aria-busy', 'true')
  part('outcome').textContent = 'under way'
  part('outcome').dataset['outcome'] = ''
  for (const id of ['code', 'attempts', 'message', 'steps', 'service', 'difference', 'members'])
    part(id).replaceChildren()
  results.scrollIntoView({ block: 'nearest' })
}

function addStep(step: string): void {
  const item = document.createElement('li')
  item.textContent = step
  part('steps').append(item)
}

type Ending = Awaited<ReturnType<typeof makeCall>>

function show({ outcome, code, message, attempts, members, carriedOut }: Ending): void {
  part('outcome').textContent = outcome
  part('outcome').dataset['outcome'] = outcome
  if (code !== undefined) {
    const link = document.createElement('a')
    link.href = `index.html#/errors-and-outcomes/${code.toLowerCase()}`
    link.textContent = code
    part('code').append(link)
  }
  part('attempts').textContent = times(attempts, 'attempt')
  part('message').textContent = message
  part('members').textContent = JSON.stringify(members, null, 2)
  part('service').textContent = `${times(carriedOut, 'call')} carried out`
  part('difference').textContent = differences[outcome]
  part('results').scrollIntoView({ block: 'nearest' })
}

/** What each side knows of the other. */
const differences: Readonly<Record<Ending['outcome'], string>> = {
  succeeded: 'Your program has the answer.',
  unknown: 'Your program cannot see that. Look it up before you send it again.',
  rejected: 'Your program knows that, and may send a corrected call.',
  not_sent: 'Your program knows that, and may call again.',
  failed: 'A read has no effect. Your program may call again.',
}
