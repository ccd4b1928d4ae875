/** The state of the full-text index, without claiming more than reading can prove. */
import { formatCount } from '../../shared/numbers.ts'
import type { FtsLayout } from '../home/home.ts'
import type { DatabaseCount, SearchCheck } from './database-count.ts'
import type { SearchIndexView, SearchNotes, SearchVerdict, SearchView } from './database-view.ts'

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
          message: describeVerdict(verdict, check),
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

/** Proven problems first, the worst one first. */
function verdictOf(check: SearchCheck, layout: FtsLayout, notes: SearchNotes): SearchVerdict {
  const isCjk = check.index === 'messages_fts_cjk'
  const rebuild = isCjk ? 'fts_cjk_rebuild' : 'fts_rebuild'
  if (check.sound === false) return 'damaged'
  if (isCjk ? notes.cjkStale : notes.stale) return 'stale'
  if (notes.rebuilds.some(({ name }) => name === rebuild)) return 'rebuilding'
  if (check.entries !== check.expected) return 'counts-differ'
  if (layout === 'mixed') return 'suspect'
  return check.sound === true && check.entries !== null ? 'sound' : 'unknown'
}

function describeVerdict(verdict: SearchVerdict, { entries, expected }: SearchCheck): string {
  switch (verdict) {
    case 'damaged':
      return 'SQLite finds the index damaged in itself. Messages are not affected; stop Hermes and run hermes sessions optimize-storage.'
    case 'stale':
      return 'Hermes has detached this index after damage: search misses what was written since. Stop Hermes and run hermes sessions optimize-storage.'
    case 'rebuilding':
      return 'Hermes is building this index; until it is done, search misses older messages. Nothing needs to be done.'
    case 'counts-differ':
      return `It has ${formatCount(entries ?? 0)} entries where ${formatCount(expected ?? 0)} messages belong in it. Search is incomplete or finds what is gone; hermes sessions optimize-storage builds it anew.`
    case 'suspect':
      return 'Its triggers are of two Hermes versions at once. It looks whole by itself, and may still disagree with the messages: only a check that writes could tell.'
    case 'sound':
      return 'Whole in itself, with an entry for every message that belongs in it. Whether each word is right could only be asked by a command that writes, so Steward does not ask.'
    case 'unknown':
      return 'Too large to be checked beside a running Hermes.'
  }
}
