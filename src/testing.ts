// For the tests of programs that use the client: an issuer in memory, and what a method gives that is replaced.

export { fakeIssuer, type FakeIssuer, type FakeRequest } from './testing/fake-issuer.js'
export type { FakeToken, FakeTokens, Granting } from './testing/fake-tokens.js'
export type { Fault, NextAnswer } from './testing/faults.js'
export { callOf, type CallFacts } from './testing/call-of.js'
export { failureOf, type CommonFacts, type OwnFacts } from './testing/failure-of.js'
