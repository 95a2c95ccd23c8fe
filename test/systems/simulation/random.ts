/** Numbers that follow from a seed: the same ones each time (sfc32). */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(...seed: readonly [number, number, number]) {
    ;[this.#a, this.#b, this.#c] = seed
    // Seeds that are alike are apart after this many steps.
    for (let step = 0; step < 15; step++) this.next()
  }

  /** From 0, and less than 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
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
