/**
 * How long a test of this repository may take before it counts as hung, in milliseconds. A machine with two cores that
 * other programs keep busy needs ten times as long as a quiet one, and the slowest test there takes 12 s when it is quiet.
 * No test passes or fails by its own timing.
 */
export const limits = { test: 180_000, hook: 180_000 }
