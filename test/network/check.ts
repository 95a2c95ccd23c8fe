export function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}

export function equal(found: unknown, expected: unknown, what: string): void {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value))
  check(a === b, `${what}: expected ${b ?? ''}, found ${a ?? ''}`)
}

/** Makes a call many times at once. */
export function times<Result>(count: number, run: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, run))
}
