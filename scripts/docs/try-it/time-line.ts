/** A part of a call: milliseconds since it began. */
export interface Step {
  readonly kind: 'token' | 'attempt' | 'wait'
  readonly text: string
  readonly from: number
  /** Undefined as long as it lasts. */
  to?: number
  /** What came of an attempt. */
  result?: string
  isFailure?: boolean
}

/** The steps of a call, as they happen. */
export class TimeLine {
  readonly steps: Step[] = []
  readonly #start = performance.now()
  readonly #onChange: () => unknown

  constructor(onChange: () => unknown = () => undefined) {
    this.#onChange = onChange
  }

  get now(): number {
    return performance.now() - this.#start
  }

  /** Milliseconds since the last step was over. */
  get idle(): number {
    const now = this.now
    return now - (this.steps.at(-1)?.to ?? now)
  }

  /** Begins a step, so many milliseconds ago. The one before it is over. */
  begin(kind: Step['kind'], text: string, ago = 0): void {
    this.end()
    this.steps.push({ kind, text, from: Math.max(0, this.now - ago) })
    this.#onChange()
  }

  end(): void {
    const last = this.steps.at(-1)
    if (last !== undefined) last.to ??= this.now
    this.#onChange()
  }

  /** Adds to what came of the last attempt, and ends it. */
  result(text: string, isFailure = false): void {
    const attempt = this.steps.findLast(({ kind }) => kind === 'attempt')
    if (attempt === undefined) return
    attempt.result = [attempt.result ?? [], text].flat().join(', ')
    attempt.isFailure ||= isFailure
    this.end()
  }
}
