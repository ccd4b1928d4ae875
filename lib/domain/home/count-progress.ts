/** Progress of a count. A null total is not known yet. */
export type CountProgress = {
  readonly filesCounted: number
  readonly filesExpected: number | null
  readonly indexed: number
  readonly indexTotal: number | null
}
