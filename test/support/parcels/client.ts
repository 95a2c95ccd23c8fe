// What the package exports, with the document of parcels in the place of our own where a test names no other.

import type { Provider } from '../../../src/document/provider.js'
import * as entry from '../../../src/index.js'
import * as openapiFetch from '../../../src/openapi-fetch.js'
import type { Operation } from '../../../src/operation.js'
import { isObject } from '../../../src/shared/json.js'
import * as testing from '../../../src/testing.js'
import { provider } from '../../fixtures/parcels/index.js'

export { provider }
type Parcels = typeof provider
export type Client<Given extends Provider = Parcels> = entry.Client<Given>
export type ClientOptions<Given extends Provider = Parcels> = entry.ClientOptions<Given>

/** The operations of the document, with all that the client knows of them. */
export const operations = provider.operations as Readonly<Record<string, Operation>>
export const scopes = provider.scopes

/** What is no object is left to the package to refuse. */
const ofParcels = <Options extends object>(options: Options): Options =>
  isObject(options) ? { provider, ...options } : options

export const createClient = <Given extends Provider = Parcels>(
  options: ClientOptions<Given>,
): Client<Given> => entry.createClient(ofParcels(options))

export const createFetch = (options: entry.ClientOptions): typeof fetch =>
  entry.createFetch(ofParcels(options))

export const createPathClient = <Given extends Provider = Parcels>(
  options: ClientOptions<Given>,
): ReturnType<typeof openapiFetch.createPathClient<Given>> =>
  openapiFetch.createPathClient(ofParcels(options))

/** A client asks for the scopes of our own document where it names none. */
export const clientCredentials = (options: entry.ClientCredentialsOptions): entry.TokenSource =>
  entry.clientCredentials({ scopes, ...options })

export type FakeIssuer = testing.FakeIssuer<Parcels>
export type MadeCall = testing.MadeCall<Parcels>
type FakeIssuerOptions<Given extends Provider> = Parameters<typeof testing.fakeIssuer<Given>>[0]
export const fakeIssuer = <Given extends Provider = Parcels>(
  options: FakeIssuerOptions<Given> = {},
): testing.FakeIssuer<Given> => testing.fakeIssuer(ofParcels(options))
