// For the tests of programs that use the client: an issuer in memory, and what a method gives that is replaced.

export { callOf } from './testing/call-of.js'
export type { MadeCall } from './testing/call-record.js'
export {
  fakeIssuer,
  type FakeIssuer,
  type FakeRequest,
  type FakeToken,
  type FakeTokens,
} from './testing/fake-issuer.js'
export type { Fault, NextAnswer } from './testing/faults.js'
export { failureOf } from './testing/failure-of.js'
