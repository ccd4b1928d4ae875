/**
 * CSV for spreadsheets: quoted where needed and never a formula, because names come from untrusted sources.
 */

export type Cell = string | number | boolean | null

export const toCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  csvLines([header, ...rows])

/** Further rows of a table that is too long to be written at once. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  // Spreadsheets run cells that start like this as formulas. An apostrophe makes them text.
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
