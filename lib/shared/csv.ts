/**
 * CSV for spreadsheets: quoted where needed and never a formula, because names come from untrusted sources.
 */

export type Cell = string | number | boolean | null

export const toCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  csvLines([header, ...rows])

/** Further rows of a table that is too long to be written at once. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

/**
 * Spreadsheets run such a cell as a formula: they ignore spaces and invisible characters at the start, and some read
 * full-width signs too. A leading tab or line break can end a cell on import.
 */
const LIKE_A_FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  // An apostrophe makes it text.
  const safe = LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
