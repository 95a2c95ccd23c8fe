/** The work that is under way. Once it drains, no more is begun. */
export class OpenWork {
  readonly #open = new Set<Promise<unknown>>()
  #isDraining = false

  /** Runs a call, together with what books its outcome. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isDraining) throw new Error('shutting down: this work was not begun')
    const running = work()
    this.#open.add(running)
    try {
      return await running
    } finally {
      this.#open.delete(running)
    }
  }

  /** Waits until all of it has ended. */
  async drain(): Promise<void> {
    this.#isDraining = true
    await Promise.allSettled(this.#open)
  }
}
