// The types of calls by path. The compiler finds that they fit those of openapi-fetch 0.17 only where they have the same form, `any`
// and `{}` included: with `unknown` or `object`, no client of ours would be one of openapi-fetch.
/* oxlint-disable typescript/no-explicit-any, typescript/no-empty-object-type */

// Our types are those of CommonJS, where openapi-fetch has other ones: no two of them go together.
import type { Client, FetchResponse, MaybeOptionalInit, Middleware } from 'openapi-fetch' with {
  'resolution-mode': 'import',
}
import type { pathOptions } from './options.js'

/** Openapi-fetch's client of a document's paths, whose methods take the options that this client honours. */
export interface PathClient<Paths extends Record<string, any>> extends Client<Paths> {
  GET: PathMethod<Paths, 'get'>
  PUT: PathMethod<Paths, 'put'>
  POST: PathMethod<Paths, 'post'>
  DELETE: PathMethod<Paths, 'delete'>
  OPTIONS: PathMethod<Paths, 'options'>
  HEAD: PathMethod<Paths, 'head'>
  PATCH: PathMethod<Paths, 'patch'>
  TRACE: PathMethod<Paths, 'trace'>
  /** Registers middleware for calls by path. No call by method goes through it. */
  use(...middleware: Middleware[]): void
}

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace'

/**
 * Openapi-fetch's `ClientMethod`, with one parameter more: `this`, which no client fits that is called with another option.
 * Where a client of openapi-fetch is wanted, the compiler compares no `this` that the wanted method lacks.
 */
type PathMethod<Paths extends Record<string, any>, Name extends Method> = <
  Path extends PathsWith<Paths, Name>,
  Init extends MaybeOptionalInit<Paths[Path], Name>,
>(
  this: NoSuchOption<Exclude<RequiredKeys<Init>, keyof typeof pathOptions | undefined>>,
  url: Path,
  ...init: RequiredKeys<Init> extends never ? [init?: Further<Init>] : [init: Further<Init>]
) => Promise<FetchResponse<Paths[Path][Name], Init, `${string}/${string}`>>

type PathsWith<Paths, Name extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [Key in Name]: any } ? Path : never
}[keyof Paths]

type NoSuchOption<Names> = [Names] extends [never] ? unknown : { readonly noSuchOption: Names }

type RequiredKeys<Init> = RequiredKeysOf<Init> extends undefined ? never : RequiredKeysOf<Init>
type RequiredKeysOf<Init> = {
  [Name in keyof Init]: {} extends Pick<Init, Name> ? never : Name
}[keyof Init]

type Further<Init> = Init & { [key: string]: unknown }
