/** Something that is due at a time. */
export interface Task {
  readonly at: number
  readonly order: number
  readonly run: () => void
  cancelled: boolean
}

/** What is to come, the earliest last, so that it is taken off the end. */
export class Agenda {
  readonly #tasks: Task[] = []

  add(task: Task): void {
    const tasks = this.#tasks
    const isBefore = ({ at, order }: Task): boolean =>
      at < task.at || (at === task.at && order < task.order)
    let [low, high] = [0, tasks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(tasks[middle] as Task)) high = middle
      else low = middle + 1
    }
    tasks.splice(low, 0, task)
  }

  /** The time of the next task, or Infinity. */
  get next(): number {
    while (this.#tasks.at(-1)?.cancelled === true) this.#tasks.pop()
    return this.#tasks.at(-1)?.at ?? Infinity
  }

  /** Takes the next task, if it is due by then. */
  take(by: number): Task | undefined {
    return this.next <= by ? this.#tasks.pop() : undefined
  }
}
