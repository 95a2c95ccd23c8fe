import { type Failure, type Figures, hashOf } from './simulate.js'

const count = new Intl.NumberFormat('en')

/** What happened in one world, what was wrong with it, and how to see it again. */
export function failureText(seed: number, failure: Failure): string {
  const { index, violations, trace } = failure
  return [
    `World ${index} of seed ${seed} (trace ${hashOf(failure)})`,
    ...trace.map((line) => `  ${line}`),
    ...violations.map((violation) => `broken: ${violation}`),
    `npm run test:simulation -- --seed ${seed} --world ${index}`,
  ].join('\n')
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
