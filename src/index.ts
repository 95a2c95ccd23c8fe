export { createClient, type Client } from './client.js'
export { createFetch } from './fetch.js'
export { clientCredentials, type ClientCredentialsOptions } from './auth/client-credentials.js'
export type { ClientAuthentication } from './auth/token-request.js'
export type { AccessToken, Auth, TokenSource } from './auth/access-token.js'
export type { CallOptions, ClientOptions } from './options.js'
export type { Call, CallResult } from './call-context.js'
export type { Provider } from './document/provider.js'
export type { ClientEvent } from './events.js'
export {
  type FetchLike,
  NotSentError,
  type Transport,
  type TransportBody,
  type TransportRequest,
  type TransportResponse,
} from './transport/transport.js'
export {
  AbortError,
  type AnyClientError,
  ApiError,
  AuthenticationError,
  BeforeSendError,
  ClientError,
  ConnectionError,
  type DocumentedError,
  type ErrorCode,
  InvalidRequestError,
  InvalidResponseError,
  type Issue,
  MissingScopeError,
  type Outcome,
  ReferenceReusedError,
  SentBeforeError,
  TimeoutError,
} from './errors.js'
export { version as VERSION } from '../generated/version.js'
// The list of named schemas is generated, so that a schema added to the document is exported too.
export type * from '../generated/schemas.js'
export type { components, paths } from '../generated/types.js'
