// The operations of the document as constants, of which an app names those that it calls.

export * from '../generated/named-operations.js'
export type { Operation } from './document/operation.js'
