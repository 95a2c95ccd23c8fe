// For the tests of programs that use the client: an issuer in memory, and what a method gives that is replaced.

export { succeedWith } from './testing/succeed-with.js'
export type { MadeCall } from './testing/call-record.js'
export {
  fakeIssuer,
  type FakeIssuer,
  type FakeRequest,
  type FakeToken,
  type FakeTokens,
} from './testing/fake-issuer.js'
export type { Fault, NextAnswer } from './testing/faults.js'
export { failWith } from './testing/fail-with.js'
