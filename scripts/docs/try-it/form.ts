/** The form "Try it": two clients make a call to issuers in memory. It shows what each of them says, and what was done. */
import { operations } from '../../../generated/index.js'
import type { MadeCall } from '../../../src/testing.js'
import type { TriedOperation, TryItData } from './data.js'
import { triedFaults } from './faults.js'
import { inputsOf } from './input.js'
import { type Send, sendByClient, sendByRepeating } from './send.js'
import { openService } from './service.js'
import { show, showLine, type Trial } from './show.js'
import { TimeLine } from './time-line.js'

/** Written into the script by scripts/docs/render.ts. */
declare const tryItData: TryItData

const clients: readonly { readonly title: string; readonly send: Send }[] = [
  { title: 'This client', send: sendByClient },
  { title: 'A client that repeats everything', send: sendByRepeating },
]

const tab = ({ title }: { readonly title: string }, at: number): string =>
  `<button type="button" role="tab" id="try-tab-${at}" aria-controls="try-panel">${title}</button>`

const root = document.createElement('div')
root.innerHTML = `
<form>
  <div class="try-choices">
    <label>Operation <select name="operation"></select></label>
    <label>Example <select name="example"></select></label>
    <label>What goes wrong <select name="fault" aria-describedby="try-fault"></select></label>
    <p id="try-fault"></p>
  </div>
  <div class="try-body">
    <label><span class="try-input"></span>
      <textarea name="body" rows="8" spellcheck="false" aria-describedby="try-problem"></textarea>
    </label>
    <p id="try-problem" role="alert"></p>
  </div>
  <button name="send">Send</button>
</form>
<div role="tablist" aria-label="Clients">${clients.map(tab).join('')}</div>
<div role="tabpanel" id="try-panel" tabindex="0">
  <p class="try-call"></p>
  <div class="try-sides">
    <section>
      <h3 id="try-sees">What your program sees</h3>
      <output name="outcome" aria-labelledby="try-sees"></output>
      <div class="try-advice" aria-live="polite"><p>Press Send to make the call.</p></div>
      <button type="button" name="again" hidden>Send it again anyway</button>
    </section>
    <section class="try-service">
      <h3 id="try-did">What the service did</h3>
      <output name="service" aria-labelledby="try-did"></output>
      <ol class="try-made"></ol>
      <p class="try-note" aria-live="polite"></p>
    </section>
  </div>
  <div class="try-details" hidden>
    <h3>Attempts</h3>
    <ol class="try-line"></ol>
    <h3 class="try-printed"></h3>
    <pre tabindex="0"><code></code></pre>
  </div>
</div>`

const form = root.querySelector('form') as HTMLFormElement
const part = (selector: string) => root.querySelector(selector) as HTMLElement
const choice = {
  operation: part('[name=operation]') as HTMLSelectElement,
  example: part('[name=example]') as HTMLSelectElement,
  fault: part('[name=fault]') as HTMLSelectElement,
}
const body = part('[name=body]') as HTMLTextAreaElement
const panel = part('#try-panel')
const tabs = [...root.querySelectorAll<HTMLElement>('[role=tab]')]
/** Characters of a body. The issuer in memory forgets what was carried out beyond 16 MiB. */
const longestBody = 2 ** 20
/** Of each client, since Send was pressed last. */
let trials: readonly Trial[] = []
let selected = 0

const operation = () => tryItData.operations[choice.operation.selectedIndex] as TriedOperation
const fault = () => triedFaults.find(({ name }) => name === choice.fault.value)

function offerOperation(): void {
  const { id } = operation()
  const { hasBody = false, parameters: { list = [] } = {} } = operations[id] ?? {}
  const parts = [hasBody ? 'Body' : [], list.length > 0 ? 'Parameters' : []].flat().join(', ')
  const names = list.map(({ name }) => name).join(', ')
  part('.try-input').textContent = names === '' ? parts : `${parts}: ${names}`
  const { value } = choice.fault
  const hasReference = operations[id]?.referenceField !== undefined
  const faults = triedFaults.filter(({ needsReference }) => hasReference || !needsReference)
  choice.fault.replaceChildren(...faults.map(({ name, title }) => new Option(title, name)))
  choice.fault.value = faults.some(({ name }) => name === value) ? value : 'broken'
  choice.example.replaceChildren(...inputsOf(operation()).map(({ title }) => new Option(title)))
  offerExample()
  describeFault()
}

function offerExample(): void {
  const { input } = inputsOf(operation())[choice.example.selectedIndex] ?? {}
  body.value = JSON.stringify(input, null, 2)
  complain('')
}

function describeFault(): void {
  const { text = '' } = fault() ?? {}
  part('#try-fault').textContent = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function complain(problem: string): void {
  part('#try-problem').textContent = problem
  body.setAttribute('aria-invalid', String(problem !== ''))
}

function send(): void {
  const met = fault()
  if (met === undefined) return
  // Only there can a page make identifiers.
  if (!isSecureContext) {
    complain(
      'Open the pages by https, on localhost or from a file: elsewhere the client cannot run.',
    )
    return
  }
  if (body.value.length > longestBody) {
    complain('The body has more than 1 MiB, and the form sends no more than that.')
    body.focus()
    return
  }
  let input: Trial['input']
  try {
    input = JSON.parse(body.value) as Trial['input']
  } catch (error) {
    complain(`The body is not JSON: ${(error as Error).message}`)
    body.focus()
    return
  }
  complain('')
  const tried = operation()
  trials = clients.map(() => ({
    operation: tried,
    fault: met,
    input,
    service: openService(tried.id as MadeCall['operation'], met),
    line: new TimeLine(),
    ending: undefined,
    made: [],
    call: Promise.resolve(),
  }))
  // Until somebody scrolls, Redoc goes back to the heading whenever the page grows.
  dispatchEvent(new Event('touchmove'))
  call(true)
}

/** Makes the call with each client, once its call before is over. */
function call(isFirst: boolean): void {
  trials.forEach((trial, at) => {
    const isShown = () => trials[selected] === trial
    const make = async (): Promise<void> => {
      trial.service.arm(isFirst)
      trial.line = new TimeLine(() => isShown() && showLine(root, trial.line))
      trial.ending = undefined
      if (isShown()) render()
      try {
        await trial.service.ready
        const ending = await clients[at]?.send(trial.service, trial.input, trial.line)
        trial.made = await trial.service.made()
        trial.ending = ending
      } catch (error) {
        trial.ending = { outcome: 'failed', printed: String(error) }
        complain(`The form failed, so do not rely on what it shows: ${String(error)}`)
      }
      trial.line.end()
      if (!isShown()) return
      render()
      reveal()
    }
    trial.call = trial.call.then(make)
  })
}

function render(): void {
  const trial = trials[selected]
  if (trial !== undefined) show(root, trial, tryItData)
}

/** On a telephone the form takes the whole screen. */
function reveal(): void {
  const { bottom } = part('.try-service').getBoundingClientRect()
  if (bottom > innerHeight) tabs[0]?.scrollIntoView()
}

function choose(at: number): void {
  selected = (at + tabs.length) % tabs.length
  tabs.forEach((one, place) => {
    one.setAttribute('aria-selected', String(place === selected))
    one.tabIndex = place === selected ? 0 : -1
  })
  panel.setAttribute('aria-labelledby', `try-tab-${selected}`)
  render()
}

/** The keys of the ARIA pattern "Tabs". */
function onKey(event: KeyboardEvent): void {
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: selected - 1,
    ArrowRight: selected + 1,
    Home: 0,
    End: tabs.length - 1,
  }
  const place = places[event.key]
  if (place === undefined) return
  event.preventDefault()
  choose(place)
  tabs[selected]?.focus()
}

choice.operation.append(...tryItData.operations.map(({ id, title }) => new Option(title, id)))
choice.operation.selectedIndex = Math.max(
  0,
  tryItData.operations.findIndex(({ id }) => operations[id]?.referenceField !== undefined),
)
choice.operation.addEventListener('change', offerOperation)
choice.example.addEventListener('change', offerExample)
choice.fault.addEventListener('change', describeFault)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  send()
})
part('[name=again]').addEventListener('click', () => call(false))
tabs.forEach((one, at) => one.addEventListener('click', () => choose(at)))
part('[role=tablist]').addEventListener('keydown', onKey)
offerOperation()
choose(0)

/** Puts the form in its place, and back where Redoc rendered the place anew. */
export function mountForm(): void {
  const place = document.querySelector('#try')
  if (place !== null && root.parentElement !== place) place.replaceChildren(root)
}
