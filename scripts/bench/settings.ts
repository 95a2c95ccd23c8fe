/** How much is measured. */
export interface Settings {
  readonly rounds: number
  /** How long a contestant runs before it is measured, so that its code is compiled. */
  readonly warmSeconds: number
  readonly sliceSeconds: number
  readonly plotRounds: number
  readonly plotSliceSeconds: number
  readonly allocationCalls: number
  readonly soakCalls: number
  readonly importRounds: number
  readonly typesRounds: number
  readonly validation: { readonly batches: number; readonly milliseconds: number }
  readonly profileSeconds: number
}

export const full: Settings = {
  rounds: 9,
  warmSeconds: 1,
  sliceSeconds: 0.35,
  plotRounds: 5,
  plotSliceSeconds: 0.2,
  allocationCalls: 10_000,
  soakCalls: 100_000,
  importRounds: 11,
  typesRounds: 5,
  validation: { batches: 9, milliseconds: 10 },
  profileSeconds: 4,
}

/** To see that everything runs; its figures say little. */
export const quick: Settings = {
  rounds: 3,
  warmSeconds: 0.2,
  sliceSeconds: 0.08,
  plotRounds: 1,
  plotSliceSeconds: 0.08,
  allocationCalls: 1_000,
  soakCalls: 10_000,
  importRounds: 3,
  typesRounds: 1,
  validation: { batches: 3, milliseconds: 2 },
  profileSeconds: 1,
}
