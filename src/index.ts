export { createClient, type Client } from './client.js'
export type { Auth, ClientOptions } from './options.js'
export type { Call, CallOptions, CallResult } from './call.js'
export {
  ApiError,
  AuthenticationError,
  ClientError,
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  type Outcome,
} from './errors.js'
export type { Issue } from './issues.js'
export type { Methods } from '../generated/methods.js'
// The list of named schemas is generated, so that a schema added to the document is exported too.
export type * from '../generated/schemas.js'
