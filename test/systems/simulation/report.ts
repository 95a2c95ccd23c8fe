import { type Failure, type Figures, hashOf } from './simulate.js'

const count = new Intl.NumberFormat('en')

/** A report shows so many broken invariants, and so many lines of what happened before. */
const most = { violations: 5, trace: 25 }

/** The invariants that one world broke, what happened in the call that broke the first, and how to see all of it. */
export function failureText(seed: number, failure: Failure, whole = false): string {
  const { index, violations, trace } = failure
  const [, call] = /^(w\d+)\b/.exec(violations[0] ?? '') ?? []
  const about = call === undefined ? trace : trace.filter((line) => lineOf(call).test(line))
  const shown = whole ? trace : about.slice(-most.trace)
  const broken = violations.slice(0, whole ? undefined : most.violations)
  const left = violations.length - broken.length
  return [
    `World ${index} of seed ${seed} (trace ${hashOf(failure)})`,
    ...broken.map((violation) => `broken: ${shorten(violation, whole)}`),
    ...(left > 0 ? [`and ${left} more`] : []),
    ...shown.map((line) => `  ${shorten(line, whole)}`),
    `npm run test:simulation -- --seed ${seed} --world ${index}`,
  ].join('\n')
}

const lineOf = (call: string): RegExp => new RegExp(`\\b${call}\\b`)

function shorten(line: string, whole: boolean): string {
  return whole || line.length <= 300 ? line : `${line.slice(0, 299)}…`
}

export function figuresText(
  seed: number,
  { worlds, calls, attempts, outcomes, failures, memory }: Figures,
  milliseconds: number,
): string {
  const rows = Object.entries(outcomes).sort(([, a], [, b]) => b - a)
  return [
    ...rows.map(([name, times]) => `${count.format(times).padStart(12)}  ${name}`),
    `seed ${seed}: ${count.format(calls)} calls and ${count.format(attempts)} attempts in ` +
      `${count.format(worlds)} worlds, ${failures.length} worlds that broke an invariant, ` +
      `${(milliseconds / 1_000).toFixed(1)} s, ` +
      `${Math.round(memory / 1024 / 1024)} MB`,
  ].join('\n')
}
