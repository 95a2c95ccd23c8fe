import { inspect } from 'node:util'
import type { Act } from './act.js'
import { check, equal } from './check.js'
import type { Context, Row } from './script.js'
import { granted, secret, token } from './sent.js'
import { withEndpoint } from './tokens.js'

/** Every form in which a log could show a thing. */
function shown(thing: unknown): string {
  const forms = [
    inspect(thing, { depth: Infinity, showHidden: true, getters: true }),
    String(thing),
  ]
  const cloned = (): unknown => structuredClone(thing)
  for (const make of [() => JSON.stringify(thing), () => inspect(cloned(), { depth: Infinity })])
    try {
      forms.push(make())
    } catch {
      // A value that cannot be serialised or cloned cannot leak this way.
    }
  if (thing instanceof Error)
    forms.push(
      thing.message,
      String(thing.stack),
      JSON.stringify(Object.getOwnPropertyDescriptors(thing)),
    )
  return forms.join('\n')
}

async function scanned(context: Context): Promise<string> {
  const echoes: Act[] = [400, 500, 401, 200, 302].map((status) => ({ status, echo: true }))
  const bodies = [`Bearer ${token}`, `{"${token}":1}`, `${'x'.repeat(7_990)}${token}`]
  for (const body of bodies) echoes.push({ status: 200, body }, { status: 400, body })
  for (const step of echoes) {
    const { client } = await withEndpoint(context, [granted()], [step])
    // An echo that is a JSON object is a success.
    const echoed = context.failure(client).catch(() => undefined)
    await echoed
  }
  const leaking = `{"error":"${secret}","access_token":"${token}"}`
  for (const step of [
    { status: 400, echo: true },
    { body: leaking },
    { status: 400, body: leaking },
  ])
    await context.failure((await withEndpoint(context, [step], [])).client)
  const config = { headers: { Authorization: token } }
  const fetch = () => Promise.reject(Object.assign(new Error(`request with ${token}`), { config }))
  await context.failure(context.clientOf({ baseUrl: 'https://api.example.com', fetch }))

  const found = context.collected.filter((thing) => {
    const text = shown(thing)
    return text.includes(secret) || text.includes(token) || text.includes(btoa(`client:${secret}`))
  })
  const first = found.map((thing) => inspect(thing).slice(0, 300))
  equal(first, [], 'things that show a secret')
  check(context.collected.length > 5_000, `only ${context.collected.length} things were scanned`)
  return `${context.collected.length} clients, errors and events scanned, 0 found`
}

/** A token with everything that some way of writing it touches. */
const special = 'aB3/x+y=z~q.w-e_r"t\\u&i<o'
const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const forms: Readonly<Record<string, string>> = {
  plain: special,
  JSON: JSON.stringify(special).slice(1, -1),
  'percent, once': encodeURIComponent(special),
  'percent, twice': encodeURIComponent(encodeURIComponent(special)),
  'a form': new URLSearchParams({ a: special }).toString().slice(2),
  'HTML, once': html(special),
  'HTML, twice': html(html(special)),
}

async function written(context: Context): Promise<string> {
  for (const [name, form] of Object.entries(forms))
    for (const body of [`<p>${form}</p>`, JSON.stringify({ echo: form, path: '/v2' })]) {
      const headers = { 'WWW-Authenticate': `Bearer error="${form}"` }
      const steps = [
        { status: 400, body },
        // Text with JSON in it would be another way of writing around this one.
        ...(body.startsWith('<') ? [{ body }] : []),
        { status: 401, headers },
      ]
      for (const step of steps) {
        const { url } = await context.script(step)
        const error = await context.failure(context.clientOf({ baseUrl: url, auth: special }))
        const text = JSON.stringify([error.message, error.body, error.error, error.cause])
        for (const trace of ['aB3', 'x+y']) check(!text.includes(trace), `${name} shows ${text}`)
      }
    }
  // A token that is a word, or a part of one, takes nothing away.
  for (const auth of ['t', 'a', 'nickname']) {
    const body = { nickname: 'at a path', path: ['t'], list: [{ nickname: 1 }] }
    const { url } = await context.script({ status: 422, body: JSON.stringify(body) })
    equal((await context.failure(context.clientOf({ baseUrl: url, auth }))).body, body, auth)
  }
  return `${Object.keys(forms).length} forms, 0 found; bodies keep their names`
}

/** Headers of the caller, and the part of each that no error and no event may show. */
const own: Readonly<Record<string, readonly [value: string, part: string]>> = {
  'x-jwt': ['eyJhbGciOi.eyJzdWIi.c2ln', 'eyJhbGciOi.eyJzdWIi.c2ln'],
  'x-session': ['session-4711', 'session-4711'],
  cookie: ['theme=dark1234; sid=cookie-98765', 'theme=dark1234; sid=cookie-98765'],
  'x-signature': ['v1 signature-24680', 'signature-24680'],
}

async function echoedHeaders(context: Context): Promise<string> {
  const headers = Object.fromEntries(Object.entries(own).map(([name, [value]]) => [name, value]))
  for (const [name, [, part]] of Object.entries(own)) {
    const echo = { headers: { 'X-Echo': part, 'Set-Cookie': `sid=${part}` }, body: `got ${part}` }
    const { url } = await context.script({ status: 400, ...echo })
    const events: unknown[] = []
    const onEvent = (event: unknown): void => void events.push(event)
    const error = await context.failure(context.clientOf({ baseUrl: url, headers, onEvent }))
    const text = JSON.stringify([error.message, error.body, [...(error.headers ?? [])], events])
    check(!text.includes(part), `${name} is shown: ${text}`)
  }
  return `${Object.keys(own).length} headers: 0 shown`
}

export const rows: readonly Row[] = [
  {
    fault:
      'a token that the service sends back: plain, as JSON, percent-encoded, as a form or in HTML',
    demand: '0 found; nothing else is removed',
    run: written,
  },
  {
    fault: 'headers of the caller that the service sends back, in body, header and cookie',
    demand: '0 found',
    run: echoedHeaders,
  },
  {
    fault: 'secrets scanned in every error, event and inspection of the rows above',
    demand: '0 found',
    run: scanned,
  },
]
