import type { Line } from './report.js'
import type { Runtime } from './runtime.js'

/** What came of one runtime, over fetch or undici. */
export interface Finding {
  readonly runtime: Runtime
  readonly over: string
  /** Why it is not on this machine. */
  readonly absent?: string
  readonly lines: readonly Line[]
}

/** What failed, in words that name it. A POST is to be seen once, but over what a page cannot make safe. */
export function failures({ runtime, lines, absent }: Finding): string[] {
  const twice = ({ kind, name, seen = 1 }: Line): boolean =>
    kind === 'posts' && name === 'here' && seen !== 1
  const told = lines.flatMap((line) => {
    if (line.failure !== undefined) return `${line.name}: ${line.failure}`
    if (line.kind === 'body' && line.figure === 'always' && runtime.readsAhead !== true)
      return 'a body is asked for that is not sent'
    return twice(line) ? `a POST was seen ${line.seen ?? 0} times` : []
  })
  const ended = absent !== undefined || lines.at(-1)?.kind === 'end'
  return ended ? told : [...told, 'it did not come to its end']
}
