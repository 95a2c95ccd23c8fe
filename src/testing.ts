// For the tests of programs that use the client: an issuer in memory.

export type { MadeCall } from './testing/memory.js'
export { fakeIssuer, type FakeIssuer } from './testing/fake-issuer.js'
export type { NextAnswer } from './testing/faults.js'
