/** What compacting the database would free, and every reason not to do it now. */
import { GATEWAY_UNKNOWN } from '../gateway/words.ts'
import type { Liveness, Part } from '../home/home.ts'
import type { Refusal } from '../home/refusals.ts'
import type { DatabaseFacts } from '../home/snapshot.ts'
import { stopsAction } from '../plan/stopped-by.ts'
import type { DiskSpace } from '../storage/storage.ts'
import type { DatabaseObject } from './database-count.ts'
import type { CompactionView, DatabaseEnvironment, SearchNotes } from './database-view.ts'
import { COMPACTION_REFUSALS } from './words.ts'

export type CompactionFacts = {
  readonly database: DatabaseFacts | null
  readonly objects: readonly DatabaseObject[] | null
  readonly notes: SearchNotes | null
  readonly liveness: Liveness
  readonly space: Part<DiskSpace>
  readonly surroundings: DatabaseEnvironment
  /** Why Steward may not write to this home at all. */
  readonly refusals: readonly Refusal[]
}

/** A rewrite needs space for the new file and for the same data in the WAL. */
const SPACE_FACTOR = 2

export function assessCompaction(facts: CompactionFacts): CompactionView {
  const { database, objects } = facts
  const gainBytes =
    database === null ? null : database.capabilities.freePages * database.capabilities.pageSizeBytes
  const needsBytes =
    database === null
      ? null
      : SPACE_FACTOR * database.capabilities.pageCount * database.capabilities.pageSizeBytes
  const refusals = [
    ...facts.refusals.filter(({ code }) => stopsAction(code, 'compact-database')),
    ...livenessRefusals(facts.liveness),
    ...environmentRefusals(facts.surroundings, database),
    ...(facts.notes === null ? [] : searchRefusals(facts.notes)),
    ...spaceRefusals(facts.space, needsBytes),
  ]
  return {
    gainBytes,
    gainUpToBytes:
      gainBytes === null || database === null || objects === null
        ? null
        : gainBytes + emptyPagesIn(objects, database.capabilities.pageSizeBytes),
    searchGainBytes: null,
    needsBytes,
    safeNow: refusals.length === 0,
    refusals,
  }
}

/** Unused space inside pages is freed in whole pages per object; the remainder stays. */
const emptyPagesIn = (objects: readonly DatabaseObject[], pageBytes: number): number =>
  objects.reduce((sum, { size }) => sum + Math.floor((size?.unusedBytes ?? 0) / pageBytes) * pageBytes, 0)

function livenessRefusals({ gatewayRunning, servedBy, holders }: Liveness): Refusal[] {
  const refusals: Refusal[] = []
  const others = holders?.filter(({ self }) => !self) ?? null
  const deleted = others?.filter(({ deletedInode }) => deletedInode) ?? []
  if (deleted.length > 0)
    refusals.push({ code: 'deleted-inode', message: COMPACTION_REFUSALS.deletedInode(deleted) })
  if (others !== null && others.length > 0)
    refusals.push({ code: 'held', message: COMPACTION_REFUSALS.held(others) })
  if (others === null) refusals.push({ code: 'holders-unknown', message: COMPACTION_REFUSALS.holdersUnknown })
  if (gatewayRunning === true)
    refusals.push({ code: 'gateway-running', message: COMPACTION_REFUSALS.gatewayRunning(servedBy) })
  if (gatewayRunning === null) refusals.push({ code: 'gateway-unknown', message: GATEWAY_UNKNOWN })
  return refusals
}

function environmentRefusals(
  { networkFileSystem, replicas }: DatabaseEnvironment,
  database: DatabaseFacts | null,
): Refusal[] {
  const refusals: Refusal[] = []
  if (typeof networkFileSystem === 'string')
    refusals.push({
      code: 'network-file-system',
      message: COMPACTION_REFUSALS.networkFileSystem(networkFileSystem),
    })
  const tables = database?.capabilities.tables.filter((name) => name.startsWith('_litestream_')) ?? []
  const signs = [...replicas, ...tables]
  if (signs.length > 0) refusals.push({ code: 'replicated', message: COMPACTION_REFUSALS.replicated(signs) })
  return refusals
}

const searchRefusals = ({ rebuilds, stale }: SearchNotes): Refusal[] => [
  ...(rebuilds.length > 0 ? [{ code: 'search-rebuild', message: COMPACTION_REFUSALS.searchRebuild }] : []),
  ...(stale ? [{ code: 'search-stale', message: COMPACTION_REFUSALS.searchStale }] : []),
]

function spaceRefusals(space: Part<DiskSpace>, needsBytes: number | null): Refusal[] {
  if (needsBytes === null) return []
  if (!space.ok) return [{ code: 'space-unknown', message: COMPACTION_REFUSALS.spaceUnknown }]
  if (space.value.freeBytes >= needsBytes) return []
  return [{ code: 'no-space', message: COMPACTION_REFUSALS.noSpace(needsBytes, space.value.freeBytes) }]
}
