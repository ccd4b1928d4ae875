/** Which checkpoints of a home are ticked: kept in this tab, over pages and filters, until the tab closes. */

/** What deleting each alone would free, as it was when ticked; null where nobody knows. */
export type Selection = Readonly<Record<string, number | null>>

const NOTHING: Selection = {}
const CHANGED = 'steward:checkpoint-selection'

const keyOf = (homeId: string): string => `checkpoints:${homeId}`

let kept: { readonly key: string; readonly text: string; readonly selection: Selection } | null = null

/** The same object as long as nothing changed, as React wants it. */
export function readSelection(homeId: string): Selection {
  const key = keyOf(homeId)
  const text = sessionStorage.getItem(key) ?? ''
  if (kept?.key !== key || kept.text !== text) kept = { key, text, selection: parse(text) }
  return kept.selection
}

export const noSelection = (): Selection => NOTHING

export function writeSelection(homeId: string, selection: Selection): void {
  const key = keyOf(homeId)
  if (Object.keys(selection).length === 0) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(selection))
  window.dispatchEvent(new Event(CHANGED))
}

export function onSelectionChange(tell: () => void): () => void {
  window.addEventListener(CHANGED, tell)
  return () => window.removeEventListener(CHANGED, tell)
}

export function withTicked(
  selection: Selection,
  items: readonly SelectableItem[],
  isTicked: boolean,
): Selection {
  const next = { ...selection }
  for (const { key, bytes } of items) {
    if (isTicked) next[key] = bytes
    else delete next[key]
  }
  return next
}

export type SelectableItem = { readonly key: string; readonly bytes: number | null }

function parse(text: string): Selection {
  try {
    const stored: unknown = JSON.parse(text === '' ? '{}' : text)
    if (typeof stored !== 'object' || stored === null) return NOTHING
    return Object.fromEntries(
      Object.entries(stored).map(([key, bytes]) => [key, typeof bytes === 'number' ? bytes : null]),
    )
  } catch {
    // Somebody else wrote there; nothing is ticked then.
    return NOTHING
  }
}
