/**
 * How long something may take before it counts as hung, in milliseconds: on two cores that others keep busy, which takes
 * ten times as long as a quiet machine. Nothing passes or fails by being slower than another time.
 */
export const limits = {
  test: 180_000,
  hook: 180_000,
  /** A call that is to end by itself. */
  call: 150_000,
  /** What is asked again and again until it holds. */
  poll: 60_000,
  /** A program, until it answers. */
  start: 120_000,
}
