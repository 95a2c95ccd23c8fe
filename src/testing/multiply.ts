/**
 * The exact product of two decimal strings, with at least the decimals of the second; undefined where one of them is
 * no decimal, or endless.
 */
export function multiply(one: unknown, other: unknown): string | undefined {
  if (typeof one !== 'string' || typeof other !== 'string') return undefined
  if (![one, other].every((text) => text.length <= 1_000 && decimal.test(text))) return undefined
  const scale = decimalsOf(one) + decimalsOf(other)
  const digits = `${BigInt(one.replace('.', '')) * BigInt(other.replace('.', ''))}`
  const padded = digits.padStart(scale + 1, '0')
  const fraction = padded.slice(padded.length - scale)
  const kept = fraction.replace(/0+$/, '').padEnd(decimalsOf(other), '0')
  const whole = padded.slice(0, padded.length - scale)
  return kept === '' ? whole : `${whole}.${kept}`
}

const decimal = /^(?:[0-9]+|[0-9]*\.[0-9]+)$/

function decimalsOf(text: string): number {
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
}
