export function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}

export function equal(found: unknown, expected: unknown, what: string): void {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value))
  check(a === b, `${what}: expected ${b ?? ''}, found ${a ?? ''}`)
}

/** Measures until it is below a limit, five times at most: a machine that does something else makes more of one. */
export async function below(
  most: number,
  what: string,
  measure: () => Promise<number>,
): Promise<void> {
  const measured: number[] = []
  while (measured.length < 5) {
    const figure = await measure()
    if (figure < most) return
    measured.push(Number(figure.toPrecision(3)))
  }
  throw new Error(`${what}: ${measured.join(', ')}, at most ${most}`)
}
