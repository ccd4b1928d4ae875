/** The state of the full-text index, without claiming more than reading can prove. */
import type { FtsLayout } from '../home/home.ts'
import type { DatabaseCount, SearchCheck } from './database-count.ts'
import type { SearchIndexView, SearchNotes, SearchVerdict, SearchView } from './database-view.ts'
import { describeSearchVerdict } from './words.ts'

export function assessSearch(
  layout: FtsLayout,
  notes: SearchNotes,
  count: Pick<DatabaseCount, 'search' | 'objects'> | null,
): SearchView {
  const rebuild = notes.rebuilds[0]
  return {
    layout,
    storageVersion: notes.storageVersion,
    stale: notes.stale,
    optimiseOffered: notes.optimiseOffered,
    rebuild:
      rebuild === undefined
        ? null
        : {
            done: Math.min(rebuild.done, rebuild.upTo),
            upTo: rebuild.upTo,
            share: rebuild.upTo > 0 ? Math.min(1, rebuild.done / rebuild.upTo) : 1,
          },
    indexes:
      count?.search.map((check): SearchIndexView => {
        const verdict = verdictOf(check, layout, notes)
        return {
          name: check.index,
          bytes: bytesOf(count.objects, check.index),
          entries: check.entries,
          expected: check.expected,
          verdict,
          message: describeSearchVerdict(verdict, check),
        }
      }) ?? null,
  }
}

/** Null if one of its tables could not be measured. */
function bytesOf(objects: DatabaseCount['objects'], index: string): number | null {
  let sum = 0
  for (const { of, kind, size } of objects) {
    if (kind !== 'search' || of !== index) continue
    if (size === null) return null
    sum += size.bytes
  }
  return sum
}

/** 0.1.0 called an index with its own copy of the texts damaged if another SQLite had written it. */
const isDoubtful = ({ index, isForeign }: SearchCheck, layout: FtsLayout): boolean =>
  layout === 'B' && index === 'messages_fts_trigram' && isForeign === undefined

/** Proven problems first, the worst one first. */
function verdictOf(check: SearchCheck, layout: FtsLayout, notes: SearchNotes): SearchVerdict {
  const isCjk = check.index === 'messages_fts_cjk'
  const rebuild = isCjk ? 'fts_cjk_rebuild' : 'fts_rebuild'
  if (check.sound === false && !isDoubtful(check, layout)) return 'damaged'
  if (isCjk ? notes.cjkStale : notes.stale) return 'stale'
  if (notes.rebuilds.some(({ name }) => name === rebuild)) return 'rebuilding'
  if (check.entries !== check.expected) return 'counts-differ'
  if (layout === 'mixed') return 'suspect'
  if (check.isForeign === true) return 'other-sqlite'
  return check.sound === true && check.entries !== null ? 'sound' : 'unknown'
}
