// testing/: imitates the service, by the document and its examples. The client imports nothing of
// it.

type Fields = Readonly<Record<string, unknown>>

/** What a member of an answer is made of. */
export type Source =
  /** What was sent under this name. */
  | { readonly sent: string }
  /** A UUID for each that is made, unless it is sent. */
  | { readonly newId: true }
  /** The time at which it is made, and seconds more. */
  | { readonly now: number }
  /** Two other members, which are decimal strings, multiplied. */
  | { readonly product: readonly [string, string] }

export interface Member {
  readonly path: readonly string[]
  /** If it is not required, and was not sent, it is left out. */
  readonly required: boolean
  readonly source: Source
}

/** How an operation is answered. */
export interface Plan {
  readonly examples: readonly { readonly request: Fields; readonly response: Fields }[]
  /** What an answer has where no member says otherwise: the first example, or what the schema shows. */
  readonly base: Fields
  readonly members: readonly Member[]
  /** The groups of fields that each name what is put, which is then found again. */
  readonly keys: readonly (readonly string[])[]
}
