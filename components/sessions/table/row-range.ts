/** The visible rows of a long list with equal row heights. */
export type RowRange = { readonly first: number; readonly last: number }

/** One more at the end, because a row may be cut off at both edges. */
export function rowRange(top: number, height: number, rowHeight: number, total: number): RowRange {
  const end = Math.max(0, total - 1)
  const first = Math.min(end, Math.max(0, Math.floor(top / rowHeight)))
  return { first, last: Math.min(end, Math.max(first, Math.ceil((top + height) / rowHeight))) }
}
