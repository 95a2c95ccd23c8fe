import type { Act } from '../../network/act.js'
import { Arrivals, openPort, readObject, type Script } from '../../network/server.js'

/** What becomes of a request. The engine's worker is killed meanwhile, too. */
const fates = {
  answered: {},
  lost: { by: 'end' },
  unavailable: { status: 503 },
  limited: { status: 429, headers: { 'retry-after': '4' } },
  refused: { status: 422 },
} satisfies Record<string, Act>

/** What becomes of the first requests of an order, by its number; each later one is answered. */
const plans: readonly (readonly (keyof typeof fates)[])[] = [
  ['answered'],
  ['lost'],
  ['unavailable', 'lost'],
  ['limited'],
  ['answered'],
  ['limited', 'unavailable', 'lost'],
]

/** The order that is refused each time. */
export const refused = 'order-13'

function actsOf(refId: string): Act[] {
  if (refId === refused) return [fates.refused]
  const [, number] = /^order-(\d+)$/.exec(refId) ?? []
  const plan = number === undefined ? [] : (plans[Number(number) % plans.length] ?? [])
  return [...plan, 'answered' as const].map((fate) => ({ delay: 150, ...fates[fate] }))
}

/** The service of all engines, each of which has a path, and so orders, of its own. It outlives its clients. */
export async function startService() {
  const scripts = new Map<string, Script>()
  const scriptOf = (engine: string, refId: string): Script => {
    const key = `${engine} ${refId}`
    const script = scripts.get(key) ?? { acts: actsOf(refId), entry: new Arrivals() }
    scripts.set(key, script)
    return script
  }
  const { url, stop } = await openPort(
    async ({ request, text }) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
      const [, engine = ''] = pathname.split('/')
      return scriptOf(
        engine,
        searchParams.get('ref_id') ?? String(readObject(await text)['ref_id']),
      )
    },
    () => Promise.reject(new Error('a request without a script')),
  )
  const arrivalsOf = (engine: string, refId: string) => scriptOf(engine, refId).entry
  return { url, stop, arrivalsOf }
}
