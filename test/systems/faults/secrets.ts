import { inspect } from 'node:util'
import { check, equal } from './check.js'
import type { Context, Row } from './script.js'
import { conversion, granted, quote, secret, token } from './sent.js'
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

async function secrets(context: Context): Promise<string> {
  for (const step of [
    { status: 400, echo: true },
    { status: 500, echo: true },
    { status: 401, echo: true },
    { status: 200, echo: true },
    { status: 302, echo: true },
  ]) {
    const { client } = await withEndpoint(context, [granted()], [step])
    await client
      .createStablecoinConversion(conversion)
      .catch((error: unknown) => context.collected.push(error))
  }
  const escaped = Array.from(
    token,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ).join('')
  const echoes = [
    `{"you":"${escaped}"}`,
    `Bearer ${token}`,
    `{"${token}":1}`,
    `${'x'.repeat(7_990)}${token}`,
  ]
  for (const body of echoes)
    for (const status of [200, 400]) {
      const { client } = await withEndpoint(context, [granted()], [{ status, body }])
      await client
        .createStablecoinConversion(conversion)
        .catch((error: unknown) => context.collected.push(error))
    }
  const echoing = await withEndpoint(context, [{ status: 400, echo: true }], [])
  await context.failureOf(echoing.client.createIssuerQuote(quote))
  const failing = await withEndpoint(
    context,
    [{ status: 200, body: `{"error":"${secret}","access_token":"${token}"}` }],
    [],
  )
  await context.failureOf(failing.client.createIssuerQuote(quote))
  const leaking = context.clientOf({
    baseUrl: 'https://api.example.com',
    auth: token,
    fetch: () =>
      Promise.reject(
        Object.assign(new Error(`request with ${token}`), {
          config: { headers: { Authorization: token } },
        }),
      ),
  })
  await context.failureOf(leaking.createIssuerQuote(quote))

  const found = context.collected.filter((thing) => {
    const text = shown(thing)
    return text.includes(secret) || text.includes(token) || text.includes(btoa(`client:${secret}`))
  })
  equal(
    found.map((thing) => inspect(thing).slice(0, 300)),
    [],
    'things that show a secret',
  )
  check(context.collected.length > 5_000, `only ${context.collected.length} things were scanned`)
  return `${context.collected.length} clients, errors and events scanned, 0 found`
}

export const rows: readonly Row[] = [
  {
    number: 18,
    fault: 'secrets scanned in every error, event and inspection of rows 1–17',
    demand: '0 found',
    run: secrets,
  },
]
