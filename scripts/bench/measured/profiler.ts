import { Session } from 'node:inspector/promises'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A function, and the share of the processor's time that was spent in it and not in what it calls. */
export interface ProfileRow {
  readonly name: string
  readonly place: string
  readonly share: number
}

const root = fileURLToPath(new URL('../..', import.meta.url))
  .split(sep)
  .join('/')

/** Runs under the sampling profiler of the process; the rows with the most time come first. */
export async function profiled(run: () => Promise<void>): Promise<ProfileRow[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  await run()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()

  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const rows = new Map<string, ProfileRow & { share: number }>()
  let total = 0
  profile.samples?.forEach((id, at) => {
    const frame = frames.get(id)
    if (frame === undefined || frame.functionName === '(idle)') return
    const time = profile.timeDeltas?.[at] ?? 0
    const line = frame.url === '' ? 'native' : `${shorten(frame.url)}:${frame.lineNumber + 1}`
    const name = frame.functionName || '(anonymous)'
    const row = rows.get(name + line) ?? { name, place: line, share: 0 }
    rows.set(name + line, row)
    row.share += time
    total += time
  })
  const sorted = [...rows.values()].sort((a, b) => b.share - a.share).slice(0, 12)
  return sorted.map((row) => ({ ...row, share: row.share / total }))
}

/** Without the folder of the project, which differs from machine to machine. */
function shorten(url: string): string {
  return url.replace('file://', '').replace(root, '').replace('node_modules/', '')
}
