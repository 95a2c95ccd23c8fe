import type { Act } from './act.js'
import { below, equal } from './check.js'
import { heldMemory, memory } from './memory.js'
import type { Context, Row } from './script.js'

async function tooMuch(context: Context): Promise<void> {
  const headers = { 'Content-Encoding': 'gzip' }
  // Node's fetch takes a cut gzip stream for a whole one, so the JSON is what ends too early.
  const cut = context.transport ? 'ERR_CONNECTION' : 'ERR_INVALID_RESPONSE 200'
  const steps: readonly (readonly [Act, end: string])[] = [
    [{ form: 'gzip-cut' }, `${cut} unknown 1`],
    [{ body: 'not gzip', headers }, 'ERR_CONNECTION unknown 1'],
    [{ form: 'flood' }, 'ERR_INVALID_RESPONSE 200 unknown 1'],
    [{ form: 'gzip-bomb' }, 'ERR_INVALID_RESPONSE 200 unknown 1'],
    [{ form: 'flood', status: 400 }, 'ERR_API 400 rejected 1'],
  ]
  // The first call loads code, which must not count as memory of the answer.
  for (const step of [{ status: 400, body: '{}' }, { form: 'gzip-cut' as const }])
    await context.endOf([step])
  await below(50, 'MB by which memory grew', async () => {
    const before = await heldMemory()
    let peak = before
    const sampling = setInterval(() => (peak = Math.max(peak, memory())), 2)
    for (const [step, end] of steps) equal(await context.endOf([step]), end, JSON.stringify(step))
    clearInterval(sampling)
    return (peak - before) / 1024 / 1024
  })
}

export const rows: readonly Row[] = [
  {
    fault: 'gzip cut short, not gzip at all, 200 MB body, gzip bomb',
    demand: 'typed error; memory grows by less than 50 MB',
    run: tooMuch,
  },
]
