'use client'

import { useSyncExternalStore } from 'react'

/** The selected checkpoints of a home. Kept in this tab across pages and filters until it closes. */

/** What deleting each would free, as known when it was selected; null if unknown. */
export type CheckpointSelection = Readonly<Record<string, number | null>>

const EMPTY: CheckpointSelection = {}
const CHANGE_EVENT = 'steward:checkpoint-selection'

const storageKey = (homeId: string): string => `checkpoints:${homeId}`

let cached: { readonly key: string; readonly text: string; readonly selection: CheckpointSelection } | null =
  null

/** Returns the same object until something changes, as useSyncExternalStore requires. */
function readSelection(homeId: string): CheckpointSelection {
  const key = storageKey(homeId)
  const text = sessionStorage.getItem(key) ?? ''
  if (cached?.key !== key || cached.text !== text) cached = { key, text, selection: parse(text) }
  return cached.selection
}

const emptySelection = (): CheckpointSelection => EMPTY

export function writeSelection(homeId: string, selection: CheckpointSelection): void {
  const key = storageKey(homeId)
  if (Object.keys(selection).length === 0) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(selection))
  window.dispatchEvent(new Event(CHANGE_EVENT))
}

function onSelectionChange(listener: () => void): () => void {
  window.addEventListener(CHANGE_EVENT, listener)
  return () => window.removeEventListener(CHANGE_EVENT, listener)
}

export function withSelected(
  selection: CheckpointSelection,
  items: readonly SelectableItem[],
  isSelected: boolean,
): CheckpointSelection {
  const next = { ...selection }
  for (const { key, bytes } of items) {
    if (isSelected) next[key] = bytes
    else delete next[key]
  }
  return next
}

export const useCheckpointSelection = (homeId: string): CheckpointSelection =>
  useSyncExternalStore(onSelectionChange, () => readSelection(homeId), emptySelection)

export type SelectableItem = { readonly key: string; readonly bytes: number | null }

function parse(text: string): CheckpointSelection {
  try {
    const stored: unknown = JSON.parse(text === '' ? '{}' : text)
    if (typeof stored !== 'object' || stored === null) return EMPTY
    return Object.fromEntries(
      Object.entries(stored).map(([key, bytes]) => [key, typeof bytes === 'number' ? bytes : null]),
    )
  } catch {
    // Not written by Steward: start with an empty selection.
    return EMPTY
  }
}
