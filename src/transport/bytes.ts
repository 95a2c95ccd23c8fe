/** Collects a body. Small pieces are copied together, since each one of its own may hold a large buffer. */
export class Bytes {
  #buffer = new Uint8Array()
  #size = 0

  get length(): number {
    return this.#size
  }

  get whole(): Uint8Array {
    return this.#buffer.subarray(0, this.#size)
  }

  add(part: Uint8Array): void {
    const size = this.#size + part.length
    if (size > this.#buffer.length) {
      const { whole } = this
      this.#buffer = new Uint8Array(Math.max(size, 2 * this.#size))
      this.#buffer.set(whole)
    }
    this.#buffer.set(part, this.#size)
    this.#size = size
  }
}
