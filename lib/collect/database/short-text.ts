/**
 * SQL for columns that are short in every home Hermes wrote. SQLite stores values of any size, and one of 100 MB in each of
 * many rows would crash the thread that reads them.
 */

const SHORT_BYTES = 65_536
const CUT_BYTES = 1_000_000

/** NULL instead of a long value. */
export const shortText = (column: string): string =>
  `CASE WHEN octet_length(${column}) <= ${SHORT_BYTES} THEN ${column} END`

/**
 * For ids, which must not vanish, because an edge to a vanished parent protects nothing. A long one is cut in the same way
 * everywhere and found nowhere, so its row is shown and kept.
 */
export const shortId = (column: string): string =>
  `CASE WHEN ${column} IS NULL OR octet_length(${column}) <= ${SHORT_BYTES} THEN ${column}
    WHEN octet_length(${column}) <= ${CUT_BYTES} THEN substr(${column}, 1, 256) || '…' ELSE '…' END`
