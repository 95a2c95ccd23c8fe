/** Something that is due at a time. */
export interface Task {
  readonly at: number
  readonly order: number
  readonly run: () => void
  cancelled: boolean
}

const before = (a: Task, b: Task): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** What is to come, the earliest first (a binary heap). */
export class Agenda {
  readonly #heap: Task[] = []

  add(task: Task): void {
    const heap = this.#heap
    let at = heap.push(task) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!before(task, heap[parent] as Task)) break
      heap[at] = heap[parent] as Task
      at = parent
    }
    heap[at] = task
  }

  /** The time of the next task, or Infinity. */
  get next(): number {
    while (this.#heap[0]?.cancelled === true) this.#removeFirst()
    return this.#heap[0]?.at ?? Infinity
  }

  /** Takes the next task, if it is due by then. */
  take(by: number): Task | undefined {
    return this.next <= by ? this.#removeFirst() : undefined
  }

  #removeFirst(): Task | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && before(heap[child + 1] as Task, heap[child] as Task)) child++
      if (!before(heap[child] as Task, last)) break
      heap[at] = heap[child] as Task
      at = child
    }
    heap[at] = last
    return first
  }
}
