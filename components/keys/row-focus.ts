/**
 * Finds rows by data attributes: `data-row` is the focusable part of a row, `data-tick` its checkbox,
 * `data-filter` the page's filter. A table rendered on the server needs no script for its shortcuts.
 */
export function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter(
    (row) => row.offsetParent !== null,
  )
  if (rows.length === 0) return false
  const at = rows.findIndex(
    (row) => row === document.activeElement || rowOf(row)?.contains(document.activeElement),
  )
  const next =
    at === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))
  rows[next]?.focus()
  rows[next]?.scrollIntoView({ block: 'nearest' })
  return true
}

export function tickRow(): boolean {
  const tick = rowOf(document.activeElement)?.querySelector<HTMLElement>('[data-tick]')
  if (tick === null || tick === undefined) return false
  tick.click()
  return true
}

export function focusFilter(): boolean {
  const filter = document.querySelector<HTMLInputElement>('[data-filter]')
  if (filter === null) return false
  filter.focus()
  filter.select()
  return true
}

const rowOf = (element: Element | null): Element | null => element?.closest('[data-row-box], tr, li') ?? null
