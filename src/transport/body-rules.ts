import { inBrowser, isBun, isDeno, isNode } from '../shared/runtime.js'

/** What a runtime does with a body that is a stream. */
export interface BodyRules {
  /** Pulls that get an empty chunk, since they may come before there is a connection: those of three `Request`s in Node 20. */
  readonly emptyPulls: number
  /** Whether a later pull means that a connection takes the body. Otherwise the error of the fetch decides. */
  readonly isPullProof: boolean
  /**
   * Whether the runtime iterates a stream, or the second half of its clone, once a connection takes it, and lets the length be
   * set. The iterator gives the bytes at once.
   */
  readonly isIterated: boolean
}

/**
 * Measured, by a refused connection; a connection that takes the body pulls to the end:
 *
 * | Runtime               | Pulls before a connection | with n `Request`s | Proof of `not_sent`           |
 * | --------------------- | ------------------------- | ----------------- | ----------------------------- |
 * | Node.js 20, 22, 24    | 1, by its `tee`           | n + 1             | no iterator and no fifth pull |
 * | Node.js 26            | 0                         | n                 | no iterator and no fifth pull |
 * | Bun 1.4               | 0                         | n - 1             | no fifth pull                 |
 * | Deno 2.9              | all                       | all               | no pull, or the error         |
 *
 * dd-trace 5.132, MSW's passthrough and logging wrappers put one `Request` around the body.
 */
const rules = {
  node: { emptyPulls: 4, isPullProof: true, isIterated: true },
  bun: { emptyPulls: 4, isPullProof: true, isIterated: false },
  deno: { emptyPulls: 0, isPullProof: false, isIterated: false },
} satisfies Record<string, BodyRules>

/**
 * The rules of this runtime; undefined where a text is sent, and only the error proves that it was not: workerd reads a stream
 * before it connects, and sends a stream that fails as an empty body. Chromium takes streams over HTTP/2 and 3 only, and repeats a
 * text.
 */
export function bodyRules(): BodyRules | undefined {
  if (inBrowser()) return undefined
  if (isNode) return rules.node
  if (isDeno) return rules.deno
  return isBun ? rules.bun : undefined
}
