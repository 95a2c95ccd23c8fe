/** Numbers that follow from a seed: the same ones each time (mulberry32). */
export class Random {
  #state: number

  constructor(...seed: readonly number[]) {
    this.#state = seed.reduce((state, part) => Math.imul(state ^ part, 0x9e3779b1), 1)
  }

  /** From 0, and less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  /** A whole number from 0, and less than the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Value>(list: readonly Value[]): Value {
    return list[this.below(list.length)] as Value
  }

  /** One of several values, each as often as its weight says. */
  weighted<Value>(list: readonly (readonly [weight: number, value: Value])[]): Value {
    let left = this.next() * list.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of list) if ((left -= weight) < 0) return value
    return (list.at(-1) as readonly [number, Value])[1]
  }
}
