import { breathe } from './globals.js'
import { runWorld } from './world.js'

export async function simulate({
  seed,
  calls,
  world,
}: {
  seed: number
  calls: number
  world?: number
}) {
  if (world !== undefined) {
    const one = await runWorld(seed, world, true)
    return {
      text: [...(one.trace ?? []), ...one.violations].join('\n'),
      failed: one.violations.length > 0,
    }
  }
  let done = 0,
    attempts = 0
  const found = new Map<string, number[]>()
  const t = process.hrtime.bigint()
  for (let index = 0; done < calls; index++) {
    const w = await runWorld(seed, index)
    await breathe()
    done += w.calls.size
    attempts += w.attempts
    for (const v of new Set(
      w.violations.map((x) =>
        x
          .replace(/w\d+/g, 'w')
          .replace(/[\d.]+/g, 'N')
          .slice(0, 150),
      ),
    )) {
      const l = found.get(v) ?? []
      found.set(v, l)
      l.push(index)
    }
  }
  const text =
    [...found]
      .sort((a, b) => b[1].length - a[1].length)
      .map(([v, l]) => `${l.length} worlds (${l.slice(0, 4)}): ${v}`)
      .join('\n') +
    `\n${done} calls, ${attempts} attempts, ${Number(process.hrtime.bigint() - t) / 1e9} s`
  return { text, failed: found.size > 0 }
}
