/** A finding before it is ranked, with the bytes it would give back per class. */
import { toIso } from '../../shared/time.ts'
import type { Finding } from '../overview/overview.ts'
import type { StorageClass } from '../storage/storage.ts'

export type FindingDraft = Finding & { readonly byClass: Readonly<Partial<Record<StorageClass, number>>> }

export type Example = { readonly label: string; readonly bytes: number | null; readonly atMs: number | null }

const EXAMPLES_SHOWN = 8

/** The largest few as examples. Ties are broken by name. */
export function largest(examples: readonly Example[]): Finding['examples'] {
  return firstFew(examples, (a, b) => (b.bytes ?? 0) - (a.bytes ?? 0) || (a.label < b.label ? -1 : 1)).map(
    ({ label, bytes, atMs }) => ({ label, bytes, at: toIso(atMs) }),
  )
}

/** The first few in order without a full sort, because a home may have tens of thousands of candidates. */
export function firstFew<T>(items: readonly T[], compare: (a: T, b: T) => number): T[] {
  const few: T[] = []
  for (const item of items) {
    const last = few.at(EXAMPLES_SHOWN - 1)
    if (last !== undefined && compare(item, last) >= 0) continue
    const at = few.findIndex((present) => compare(item, present) < 0)
    few.splice(at === -1 ? few.length : at, 0, item)
    few.length = Math.min(few.length, EXAMPLES_SHOWN)
  }
  return few
}

export const sumBytes = (items: readonly { readonly bytes: number | null }[]): number =>
  items.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
