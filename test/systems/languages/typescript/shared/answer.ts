/** What the program needs of an answer. */
export interface Answer {
  readonly status: number
  readonly data: unknown
}
