import type { Unlisted } from './unlisted.js'

/** The type of an object in requests, with the fields and values that `Unlisted` has for its name. */
export type WithUnlisted<Name extends string, Fields> = Merged<
  Fields,
  Name extends keyof Unlisted ? Unlisted[Name] : object
>

/** The further values that `Unlisted` has for the name of an enum. */
export type UnlistedValues<Name extends string> = Name extends keyof Unlisted
  ? Unlisted[Name]
  : never

/** The members of both. A mapped type keeps its name in messages and hovers, as an intersection would not. */
type Merged<One, Other> = {
  [Name in keyof (One & Omit<Other, keyof One>)]: Name extends keyof One
    ? Name extends keyof Other
      ? Either<One[Name], Other[Name]>
      : One[Name]
    : Other[Name & keyof Other]
}

/** Objects are merged. Of anything else, a value may be one or the other; what may be left out still may. */
type Either<One, Other> = One extends readonly unknown[] | string | number | boolean | null
  ? One | Exclude<Other, undefined>
  : One extends object
    ? Merged<One, NonNullable<Other>>
    : One
