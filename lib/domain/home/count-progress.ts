/** How far a count has come; null is a total not known yet. */
export type CountProgress = {
  readonly filesCounted: number
  readonly filesExpected: number | null
  readonly indexed: number
  readonly indexTotal: number | null
}
