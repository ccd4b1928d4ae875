/** What compacting the database would free, and every reason not to do it now. */
import { formatBytes } from '../../shared/numbers.ts'
import type { Liveness, Part } from '../home/home.ts'
import type { Refusal } from '../home/refusals.ts'
import type { DatabaseFacts } from '../home/snapshot.ts'
import type { DiskSpace } from '../storage/storage.ts'
import type { DatabaseObject } from './database-count.ts'
import type { CompactionView, DatabaseEnvironment, SearchNotes } from './database-view.ts'

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
    ...facts.refusals,
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
    refusals.push({
      code: 'deleted-inode',
      message: `Process ${deleted.map(({ pid }) => pid).join(', ')} holds a deleted file of this database: some of its data may exist nowhere else. Restart it first.`,
    })
  if (others !== null && others.length > 0)
    refusals.push({
      code: 'held',
      message: `${others.map(({ pid, command }) => `${command} (${pid})`).join(', ')} has the database open. A rewrite under it can damage the file; stop every Hermes process first.`,
    })
  if (others === null)
    refusals.push({
      code: 'holders-unknown',
      message:
        'Nobody here can say which processes have the database open, and unknown is not none. Run Steward as the user of Hermes and where it can see Hermes’ processes (with containers: in the same one, or with pid: host), or stop Hermes and run hermes sessions optimize.',
    })
  if (gatewayRunning === true)
    refusals.push({
      code: 'gateway-running',
      message:
        servedBy === null
          ? 'The gateway is running. Stop it first: hermes gateway stop.'
          : `The gateway of ${servedBy} serves this home too. Stop it first.`,
    })
  if (gatewayRunning === null)
    refusals.push({
      code: 'gateway-unknown',
      message:
        'Whether a gateway runs here cannot be told. Ask hermes gateway status, and stop it if it runs.',
    })
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
      message: `The home lies on ${networkFileSystem}, where another machine may hold the file unseen. Stop Hermes everywhere and compact on the machine that keeps the disk: hermes sessions optimize.`,
    })
  const tables = database?.capabilities.tables.filter((name) => name.startsWith('_litestream_')) ?? []
  const signs = [...replicas, ...tables]
  if (signs.length > 0)
    refusals.push({
      code: 'replicated',
      message: `A replication tool copies this database (${signs.join(', ')}); a rewrite breaks its copy. Use the tool's own way to start over afterwards.`,
    })
  return refusals
}

const searchRefusals = ({ rebuilds, stale }: SearchNotes): Refusal[] => [
  ...(rebuilds.length > 0
    ? [
        {
          code: 'search-rebuild',
          message: 'Hermes is in the middle of building its full-text index. Let it finish first.',
        },
      ]
    : []),
  ...(stale
    ? [
        {
          code: 'search-stale',
          message:
            'Hermes has detached its full-text index after damage. Mend it first: hermes sessions optimize-storage.',
        },
      ]
    : []),
]

function spaceRefusals(space: Part<DiskSpace>, needsBytes: number | null): Refusal[] {
  if (needsBytes === null) return []
  if (!space.ok)
    return [
      {
        code: 'space-unknown',
        message: 'How much room the disk has cannot be told. Look with df before compacting by hand.',
      },
    ]
  if (space.value.freeBytes >= needsBytes) return []
  return [
    {
      code: 'no-space',
      message: `It may need ${formatBytes(needsBytes)} for a while, and the disk has ${formatBytes(space.value.freeBytes)}. Free room first; Storage shows what can go.`,
    },
  ]
}
