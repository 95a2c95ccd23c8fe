import * as oauth from 'oauth4webapi'
import type { ClientAuthentication } from './client-authentication.js'

/** A `CryptoKey`, as the types of the runtime have it. */
export type SigningKey = Parameters<typeof crypto.subtle.sign>[1]

/** Authenticates by an assertion that a private key signed (RFC 7523), in a field of the form. */
export const PrivateKeyJwt: (
  key:
    | SigningKey
    | {
        /** The private key. */
        key: SigningKey
        /** Its id, where the server knows several. */
        kid?: string
      },
  /** What oauth4webapi takes: `modifyAssertion`. */
  options?: object,
) => ClientAuthentication = oauth.PrivateKeyJwt

/** Authenticates by an assertion that is signed with the client's secret. */
export const ClientSecretJwt: (
  clientSecret: string,
  /** What oauth4webapi takes: `modifyAssertion`. */
  options?: object,
) => ClientAuthentication = oauth.ClientSecretJwt

/** Sends the id alone, where the server knows the client by its certificate (RFC 8705). */
export const TlsClientAuth: () => ClientAuthentication = oauth.TlsClientAuth
