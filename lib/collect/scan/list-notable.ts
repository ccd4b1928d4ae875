/** Damaged copies, snapshots and backups, each as one item with its sidecars. */
import type { NotableEntry } from '../../domain/storage/storage.ts'
import { savedCopyKind } from './notable-file.ts'
import { sumUsage } from './sum-usage.ts'
import type { CountedUnit } from './summarize-scan.ts'

export function listNotable(counted: readonly CountedUnit[]): NotableEntry[] {
  const found = new Map<string, NotableEntry>()
  for (const thing of counted.flatMap(notableIn)) {
    const key = `${thing.kind}/${thing.name}`
    found.set(key, merged(thing, found.get(key)))
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

function merged(thing: NotableEntry, other: NotableEntry | undefined): NotableEntry {
  if (other === undefined) return thing
  return {
    ...thing,
    bytes: thing.bytes + other.bytes,
    apparentBytes: thing.apparentBytes + other.apparentBytes,
    files: thing.files + other.files,
    modifiedMs: Math.max(thing.modifiedMs, other.modifiedMs),
  }
}
