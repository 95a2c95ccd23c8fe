import type { Packed } from './project.js'

/** Looks at one thing, and gives back what was found in figures. */
export interface Check {
  readonly about: string
  /** @throws Error that says what is wrong */
  run(packed: Packed): Promise<string>
}

export { Skipped } from '../../support/trials.js'

/** @throws Error when there are problems */
export function none(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
