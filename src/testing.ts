// For the tests of programs that use the client: an issuer in memory, and what a method gives that is replaced.

export { type AnswerOf, callOf, type CallFacts, type Overrides } from './testing/call-of.js'
export {
  fakeIssuer,
  type FakeIssuer,
  type FakeRequest,
  type FakeToken,
  type FakeTokens,
  type Granting,
} from './testing/fake-issuer.js'
export type { Fault, NextAnswer } from './testing/faults.js'
export { type CommonFacts, failureOf, type OwnFacts } from './testing/failure-of.js'
