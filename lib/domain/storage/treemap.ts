/** The classes of a home cut into the parts people ask about. The parts of a class always sum up to it. */
import { formatCount } from '../../shared/numbers.ts'
import type { DatabaseCount } from '../database/database-count.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import type { ClassUsage, StorageClass } from './storage.ts'
import { mainFolderOf, type PartDraft, partsOf } from './treemap-parts.ts'
import { CLASS_WORDS } from './words.ts'

/** Blocks are what deleting frees; apparent is the length. */
export type Measure = 'bytes' | 'apparentBytes'

export type TreemapClass = {
  readonly id: StorageClass
  readonly label: string
  readonly bytes: number
  /** False: hatched, never offered. */
  readonly touched: boolean
  readonly parts: readonly TreemapPart[]
}

export type TreemapPart = {
  readonly id: string
  readonly label: string
  readonly bytes: number
  /** Things in it; null where counting them says nothing. */
  readonly count: number | null
  readonly detail: string | null
  /** False: hatched, never offered. */
  readonly offered: boolean
  /** The folder below the home in which it lies; empty for the home itself. */
  readonly path: string
}

/** More named parts than this nobody can tell apart; the rest stands together. */
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
      touched: CLASS_WORDS[usage.id].actions.length > 0,
      parts: fill(usage.id, usage[measure], measured(partsOf(home, usage.id, count), measure)),
    }))
    .sort((a, b) => b.bytes - a.bytes || (a.id < b.id ? -1 : 1))
}

/** A class is cut by a measure only where every part of it has that measure. */
function measured(drafts: readonly PartDraft[], measure: Measure): PartDraft[] {
  if (measure === 'bytes') return [...drafts]
  if (drafts.some(({ bytes, apparentBytes }) => apparentBytes === null && bytes > 0)) return []
  return drafts.map((draft) => ({ ...draft, bytes: draft.apparentBytes ?? 0 }))
}

/** Counts taken at different moments never make the parts larger than the whole; what is left has a name too. */
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
      label: parts.length === 0 ? 'All of it' : 'The rest',
      bytes: left,
      count: null,
      detail: unnamed > 0 ? `${formatCount(unnamed)} smaller parts, and folders themselves.` : null,
      offered: CLASS_WORDS[id].actions.length > 0,
      path: mainFolderOf(id),
    },
  ]
}
