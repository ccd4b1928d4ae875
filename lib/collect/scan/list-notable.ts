/** Damaged copies, snapshots and backups, each as one item with its sidecars. */
import type { NotableEntry } from '../../domain/storage/storage.ts'
import { savedCopyKind } from './notable-file.ts'
import { sumUsage } from './sum-usage.ts'
import type { CountedUnit } from './summarize-scan.ts'

export function listNotable(counted: readonly CountedUnit[]): NotableEntry[] {
  const found = new Map<string, NotableEntry>()
  for (const entry of counted.flatMap(notableIn)) {
    const key = `${entry.kind}/${entry.name}`
    found.set(key, merged(entry, found.get(key)))
  }
  return [...found.values()]
}

function notableIn({ segments, record }: CountedUnit): readonly NotableEntry[] {
  const [folder, name, ...deeper] = segments
  if (folder === undefined || name === undefined) return record.notable ?? []
  const kind = savedCopyKind(folder)
  if (kind === null || deeper.length > 0) return []
  return [{ kind, name, ...sumUsage([record]), modifiedMs: record.newestMs ?? record.ownMs ?? 0 }]
}

function merged(entry: NotableEntry, other: NotableEntry | undefined): NotableEntry {
  if (other === undefined) return entry
  return {
    ...entry,
    bytes: entry.bytes + other.bytes,
    apparentBytes: entry.apparentBytes + other.apparentBytes,
    files: entry.files + other.files,
    modifiedMs: Math.max(entry.modifiedMs, other.modifiedMs),
  }
}
