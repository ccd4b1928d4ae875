/** What a chart, its legend and its table share, so that they cannot disagree. */

/** One series of a stack. Series are listed from the top of the stack down. */
export type Series = {
  readonly key: string
  readonly label: string
  readonly color: string
  readonly hatched?: boolean
}

/** A table of formatted texts. The first column names the row. */
export type TableModel = {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly TableRow[]
  /** Totals below the rows. */
  readonly foot?: readonly string[]
}

export type TableRow = {
  readonly key: string
  readonly cells: readonly string[]
  /** Target of the row's name while the table is visible. */
  readonly href?: string
}

export type LegendEntry = Series & { readonly value: string }
