/** The classes of a home divided into parts. The parts of a class always add up to it. */
import type { DatabaseCount } from '../database/database-count.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import type { ClassUsage, StorageClass } from './storage.ts'
import { mainFolderOf, type PartDraft, partsOf } from './treemap-parts.ts'
import { CLASS_WORDS, PART_DETAILS, PART_WORDS } from './words.ts'

/** Disk blocks are what deleting frees; apparent is the length. */
export type Measure = 'bytes' | 'apparentBytes'

export type TreemapClass = {
  readonly id: StorageClass
  readonly label: string
  readonly bytes: number
  /** False: hatched, never offered for removal. */
  readonly touched: boolean
  readonly parts: readonly TreemapPart[]
}

export type TreemapPart = {
  readonly id: string
  readonly label: string
  readonly bytes: number
  /** Number of items; null if it would mean nothing. */
  readonly count: number | null
  readonly detail: string | null
  /** False: hatched, never offered for removal. */
  readonly offered: boolean
  /** The folder that contains it, relative to the home; empty for the home itself. */
  readonly path: string
}

/** More parts than this cannot be told apart; the rest are combined. */
const PARTS_SHOWN = 12

export function treemapOf(
  home: AssessedHome,
  classes: readonly ClassUsage[],
  count: DatabaseCount | null,
  measure: Measure = 'bytes',
): TreemapClass[] {
  return classes
    .filter((usage) => usage[measure] > 0)
    .map((usage) => ({
      id: usage.id,
      label: CLASS_WORDS[usage.id].label,
      bytes: usage[measure],
      touched: CLASS_WORDS[usage.id].whyNever === null,
      parts: fill(usage.id, usage[measure], measured(partsOf(home, usage.id, count), measure)),
    }))
    .sort((a, b) => b.bytes - a.bytes || (a.id < b.id ? -1 : 1))
}

/** A class is divided by a measure only if every part has that measure. */
function measured(drafts: readonly PartDraft[], measure: Measure): PartDraft[] {
  if (measure === 'bytes') return [...drafts]
  if (drafts.some(({ bytes, apparentBytes }) => apparentBytes === null && bytes > 0)) return []
  return drafts.map((draft) => ({ ...draft, bytes: draft.apparentBytes ?? 0 }))
}

/**
 * Measurements from different times never make the parts larger than the whole; the remainder gets its own
 * part.
 */
function fill(id: StorageClass, total: number, drafts: readonly PartDraft[]): TreemapPart[] {
  const sorted = drafts
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes || (a.id < b.id ? -1 : 1))
  const parts: TreemapPart[] = []
  let left = total
  for (const { apparentBytes: _, ...draft } of sorted.slice(0, PARTS_SHOWN)) {
    const bytes = Math.min(left, draft.bytes)
    if (bytes <= 0) break
    parts.push({ ...draft, bytes, detail: draft.detail ?? null })
    left -= bytes
  }
  if (left <= 0) return parts
  const unnamed = sorted.length - PARTS_SHOWN
  return [
    ...parts,
    {
      id: 'rest',
      label: parts.length === 0 ? PART_WORDS.all : PART_WORDS.rest,
      bytes: left,
      count: null,
      detail: unnamed > 0 ? PART_DETAILS.rest(unnamed) : null,
      offered: CLASS_WORDS[id].whyNever === null,
      path: mainFolderOf(id),
    },
  ]
}
