/** Combines everything known about a database into one view. Pure. */
import { toIso } from '../../shared/time.ts'
import type { Fault } from '../home/fault.ts'
import type { Holder, Part } from '../home/home.ts'
import type { Refusal } from '../home/refusals.ts'
import type { DatabaseFacts, HomeSnapshot } from '../home/snapshot.ts'
import { describeFault, describeFaultInline } from '../home/words.ts'
import { assessCompaction } from './assess-compaction.ts'
import { assessSearch } from './assess-search.ts'
import { assessWal } from './assess-wal.ts'
import type { DatabaseCount, DatabaseCountProgress } from './database-count.ts'
import type {
  CountView,
  DatabaseEnvironment,
  DatabaseView,
  FileView,
  HolderView,
  KindView,
  OrphansView,
  SearchNotes,
  TableView,
} from './database-view.ts'

export type DatabaseViewInput = {
  readonly snapshot: Pick<HomeSnapshot, 'database' | 'liveness' | 'space' | 'seenAtMs'>
  readonly notes: Part<SearchNotes>
  readonly surroundings: DatabaseEnvironment
  readonly refusals: readonly Refusal[]
  readonly counted: {
    readonly count: DatabaseCount | null
    readonly changed: boolean
    readonly state: CountView['state']
    readonly progress: DatabaseCountProgress | null
    readonly fault: Fault | null
  }
  readonly orphanMessages: OrphansView['messages']
}

export function buildDatabaseView(known: DatabaseViewInput, nowMs: number): DatabaseView {
  const { snapshot, surroundings, refusals } = known
  const { liveness, space } = snapshot
  const database = snapshot.database.ok ? snapshot.database.value : null
  const notes = known.notes.ok ? known.notes.value : null
  // A measurement of a file that can no longer be read says nothing about its current contents.
  const count = database === null ? null : known.counted.count
  const capabilities = database?.capabilities ?? null
  const tables = count === null ? null : tablesOf(count)
  const ftsBytes = count === null ? null : searchBytes(count)
  return {
    seenAt: toIso(snapshot.seenAtMs),
    fault: snapshot.database.ok
      ? null
      : { code: snapshot.database.fault.code, ...describeFault(snapshot.database.fault) },
    ...pagesOf(database),
    walBytes: database?.walBytes ?? null,
    journalMode: capabilities?.journalMode ?? null,
    schema: capabilities?.schemaVersion ?? null,
    count: countView(known.counted, count, nowMs),
    tables,
    kinds: tables === null || count === null ? null : kindsOf(tables, count.usedBytes),
    ftsBytes,
    ftsShare: count === null || ftsBytes === null ? null : shareOf(ftsBytes, count.usedBytes),
    search:
      capabilities === null || notes === null ? null : assessSearch(capabilities.ftsLayout, notes, count),
    wal:
      database === null || capabilities === null
        ? null
        : assessWal({
            journalMode: capabilities.journalMode,
            walBytes: database.walBytes,
            schemaVersion: capabilities.schemaVersion,
            holders: liveness.holders,
          }),
    holders: liveness.holders?.map((holder) => holderView(holder, nowMs)) ?? null,
    gateway: { running: liveness.gatewayRunning, servedBy: liveness.servedBy },
    orphans: { messages: known.orphanMessages, usage: count?.orphanUsage ?? null },
    file: database === null ? null : fileView(database, notes, surroundings),
    compaction: assessCompaction({
      database,
      objects: count?.objects ?? null,
      notes,
      liveness,
      space,
      surroundings,
      refusals,
    }),
  }
}

function pagesOf(
  database: DatabaseFacts | null,
): Pick<DatabaseView, 'pageBytes' | 'fileBytes' | 'usedBytes' | 'freeBytes'> {
  if (database === null) return { pageBytes: null, fileBytes: null, usedBytes: null, freeBytes: null }
  const { pageSizeBytes, pageCount, freePages } = database.capabilities
  return {
    pageBytes: pageSizeBytes,
    fileBytes: pageCount * pageSizeBytes,
    usedBytes: (pageCount - freePages) * pageSizeBytes,
    freeBytes: freePages * pageSizeBytes,
  }
}

/** A single object that was too large to read is the remainder of the others. */
function tablesOf(count: DatabaseCount): TableView[] {
  const unread = count.objects.filter(({ size }) => size === null)
  const rest = unread.length === 1 ? unmeasuredBytes(count) : null
  return count.objects
    .map(({ name, kind, of, size }): TableView => {
      const bytes = size?.bytes ?? rest
      return {
        name,
        kind,
        of,
        bytes,
        measured: size !== null,
        share: bytes === null ? null : shareOf(bytes, count.usedBytes),
        rows: size?.rows ?? null,
        unusedBytes: size?.unusedBytes ?? null,
      }
    })
    .sort((a, b) => (b.bytes ?? Infinity) - (a.bytes ?? Infinity) || (a.name < b.name ? -1 : 1))
}

function kindsOf(tables: readonly TableView[], usedBytes: number): KindView[] {
  const sums = new Map<KindView['kind'], { objects: number; bytes: number }>()
  for (const { kind, bytes } of tables) {
    const sum = sums.get(kind) ?? { objects: 0, bytes: 0 }
    sums.set(kind, { objects: sum.objects + 1, bytes: sum.bytes + (bytes ?? 0) })
  }
  return [...sums]
    .map(([kind, sum]) => ({ kind, ...sum, share: shareOf(sum.bytes, usedBytes) }))
    .sort((a, b) => b.bytes - a.bytes)
}

function unmeasuredBytes({ objects, usedBytes }: DatabaseCount): number | null {
  if (objects.every(({ size }) => size !== null)) return null
  return Math.max(0, usedBytes - objects.reduce((sum, { size }) => sum + (size?.bytes ?? 0), 0))
}

export function searchBytes(count: DatabaseCount): number | null {
  const own = tablesOf(count).filter(({ kind }) => kind === 'search')
  return own.some(({ bytes }) => bytes === null)
    ? null
    : own.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
}

const shareOf = (bytes: number, all: number): number | null => (all > 0 ? Math.min(1, bytes / all) : null)

function countView(
  { changed, state, progress, fault }: DatabaseViewInput['counted'],
  count: DatabaseCount | null,
  nowMs: number,
): CountView {
  return {
    state,
    countedAt: toIso(count?.atMs ?? null),
    ageSeconds: count === null ? null : secondsBetween(count.atMs, nowMs),
    tookMs: count?.tookMs ?? null,
    changedSince: count !== null && changed,
    progress,
    unmeasuredBytes: count === null ? null : unmeasuredBytes(count),
    fault: fault === null ? null : { code: fault.code, message: describeFaultInline(fault) },
  }
}

const holderView = ({ startedMs, ...holder }: Holder, nowMs: number): HolderView => ({
  ...holder,
  startedAt: toIso(startedMs),
  ageSeconds: startedMs === null ? null : secondsBetween(startedMs, nowMs),
})

const secondsBetween = (fromMs: number, toMs: number): number =>
  Math.max(0, Math.round((toMs - fromMs) / 1000))

const fileView = (
  { identity, capabilities }: DatabaseFacts,
  notes: SearchNotes | null,
  { networkFileSystem, replicas }: DatabaseEnvironment,
): FileView => ({
  identity,
  generation: notes?.generation ?? null,
  guarded: capabilities.replacedFileGuard,
  networkFileSystem,
  replicas,
  lastVacuumAt: toIso(notes?.lastVacuumMs ?? null),
})
