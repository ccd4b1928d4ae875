/** What chart, legend and table share: one model each, so that they cannot disagree. */

/** One kind of thing in a stack, from the top of the stack down. */
export type Series = {
  readonly key: string
  readonly label: string
  readonly color: string
  readonly hatched?: boolean
}

/** A table of finished texts; the first column names the row. */
export type TableModel = {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly TableRow[]
  /** Sums, set apart under the rows. */
  readonly foot?: readonly string[]
}

export type TableRow = {
  readonly key: string
  readonly cells: readonly string[]
  /** Where its name leads while the table is shown. */
  readonly href?: string
}

export type LegendEntry = Series & { readonly value: string }
