/** The parts of each class: checkpoints by state, the database by what its pages hold, and so on. */
import { formatPlural } from '../../shared/numbers.ts'
import { CHECKPOINT_STATES } from '../checkpoints/checkpoint-list.ts'
import { describeCheckpointState } from '../checkpoints/words.ts'
import { isCronId } from '../cron/cron.ts'
import { searchBytes } from '../database/build-database-view.ts'
import type { DatabaseCount } from '../database/database-count.ts'
import { isOrphan } from '../findings/file-findings.ts'
import type { AssessedHome, OwnedFile } from '../home/assessed-home.ts'
import type { NotableEntry, StorageClass } from './storage.ts'
import { CLASS_WORDS } from './words.ts'

export type PartDraft = {
  readonly id: string
  readonly label: string
  readonly bytes: number
  /** Null if only disk blocks or only git's number is known. */
  readonly apparentBytes: number | null
  /** Number of items; null if it would mean nothing. */
  readonly count: number | null
  readonly detail?: string
  /** False: hatched, never offered for removal. */
  readonly offered: boolean
  /** The folder that contains it, relative to the home; empty for the home itself. */
  readonly path: string
}

export function partsOf(home: AssessedHome, id: StorageClass, count: DatabaseCount | null): PartDraft[] {
  switch (id) {
    case 'checkpoints':
      return checkpointParts(home)
    case 'snapshots':
      return home.snapshot.notable.map(notablePart)
    case 'state-db':
      return databaseParts(home, count)
    case 'transcripts':
      return fileParts(home, 'transcript')
    case 'request-dumps':
      return fileParts(home, 'request-dump')
    case 'cron-output':
      return outputParts(home)
    default:
      return topParts(home, id)
  }
}

/** The folder that holds most of a class; empty for the home itself. */
export const mainFolderOf = (id: StorageClass): string => MAIN_FOLDERS[id] ?? ''

const MAIN_FOLDERS: Readonly<Partial<Record<StorageClass, string>>> = {
  checkpoints: 'checkpoints',
  logs: 'logs',
  transcripts: 'sessions',
  'request-dumps': 'sessions',
  'cron-output': 'cron/output',
}

function checkpointParts({ checkpoints, snapshot }: AssessedHome): PartDraft[] {
  const retention = snapshot.config.ok ? snapshot.config.value.checkpointRetentionDays : null
  const base = { apparentBytes: null, path: 'checkpoints' }
  const states = CHECKPOINT_STATES.map((state): PartDraft => {
    const matching = (checkpoints ?? []).filter((item) => item.state === state)
    return {
      ...base,
      id: state,
      label: STATE_LABELS[state],
      bytes: matching.reduce((sum, { exclusiveBytes }) => sum + (exclusiveBytes ?? 0), 0),
      count: matching.length,
      detail: describeCheckpointState(state, retention),
      offered: state === 'orphan' || state === 'stale',
    }
  })
  const packs = snapshot.checkpoints.ok ? snapshot.checkpoints.value.temporaryPacks : null
  const unmeasured = (checkpoints ?? []).filter(({ exclusiveBytes }) => exclusiveBytes === null).length
  const store = snapshot.breakdown.ok ? snapshot.breakdown.value.checkpointStoreBytes : null
  const exclusive = (checkpoints ?? [])
    .filter(({ layout }) => layout === 'v2')
    .reduce((sum, { exclusiveBytes }) => sum + (exclusiveBytes ?? 0), 0)
  return [
    ...states,
    {
      ...base,
      id: 'temporary-packs',
      label: 'Half-written packs',
      bytes: packs?.bytes ?? 0,
      count: packs?.count ?? null,
      offered: true,
      path: 'checkpoints/store',
    },
    {
      ...base,
      id: 'shared',
      label: unmeasured > 0 ? 'Shared store, not all measured' : 'Shared between projects',
      bytes: store === null ? 0 : Math.max(0, store - exclusive - (packs?.bytes ?? 0)),
      count: null,
      detail:
        unmeasured > 0
          ? `Git has not told the size of ${formatPlural(unmeasured, 'project')} yet.`
          : 'What several projects reach, and git’s own files.',
      offered: false,
      path: 'checkpoints/store',
    },
  ]
}

const STATE_LABELS = { orphan: 'Orphan', stale: 'Stale', live: 'Live', unreachable: 'Unreachable' } as const

const NOTABLE: Readonly<
  Record<NotableEntry['kind'], { readonly label: string; readonly folder: string | null }>
> = {
  'damaged-copy': { label: 'Damaged copy', folder: null },
  'zeroed-copy': { label: 'Zeroed copy', folder: null },
  'state-snapshot': { label: 'Snapshot', folder: 'state-snapshots' },
  backup: { label: 'Backup', folder: 'backups' },
}

const notablePart = ({ kind, name, bytes, apparentBytes, files }: NotableEntry): PartDraft => ({
  id: `${kind}/${name}`,
  label: `${NOTABLE[kind].label}: ${name}`,
  bytes,
  apparentBytes,
  count: files,
  offered: false,
  path: NOTABLE[kind].folder ?? '',
})

/** The last database measurement may be older than the file's size. The difference is in the remainder. */
function databaseParts({ snapshot }: AssessedHome, count: DatabaseCount | null): PartDraft[] {
  if (!snapshot.database.ok) return []
  const { freePages, pageCount, pageSizeBytes } = snapshot.database.value.capabilities
  const used = (pageCount - freePages) * pageSizeBytes
  const search = Math.min(used, count === null ? 0 : (searchBytes(count) ?? 0))
  const messages = Math.min(used - search, count === null ? 0 : messagesBytes(count))
  const part = (
    id: string,
    label: string,
    bytes: number,
    pages: number | null,
    detail?: string,
  ): PartDraft => ({
    id,
    label,
    bytes,
    apparentBytes: bytes,
    count: pages,
    ...(detail === undefined ? {} : { detail }),
    offered: true,
    path: '',
  })
  return [
    part('search', 'Full-text index', search, null, 'So that Hermes finds words in old messages.'),
    part('messages', 'Messages', messages, null),
    part('free', 'Free pages', freePages * pageSizeBytes, freePages, 'A compaction would give them back.'),
    count === null
      ? part('used', 'In use', used, pageCount - freePages, 'What takes these pages is not counted yet.')
      : part('used', 'Everything else in it', used - search - messages, null),
  ]
}

/** The table with its indexes. Objects that were too large to read are in the remainder. */
const messagesBytes = ({ objects }: DatabaseCount): number =>
  objects
    .filter(({ name, kind, of }) => kind !== 'search' && (name === 'messages' || of === 'messages'))
    .reduce((sum, { size }) => sum + (size?.bytes ?? 0), 0)

function fileParts({ files }: AssessedHome, kind: OwnedFile['kind']): PartDraft[] {
  const matching = (files ?? []).filter((file) => file.kind === kind)
  const part = (id: string, label: string, is: (file: OwnedFile) => boolean): PartDraft => {
    const some = matching.filter(is)
    const sum = (of: 'bytes' | 'apparentBytes') => some.reduce((total, file) => total + file[of], 0)
    return {
      id,
      label,
      bytes: sum('bytes'),
      apparentBytes: sum('apparentBytes'),
      count: some.length,
      offered: true,
      path: 'sessions',
    }
  }
  return [
    part('orphan', 'No session owns them', isOrphan),
    part('cron', 'Cron', (file) => !isOrphan(file) && isCronId(file.sessionId ?? '')),
    part('chats', 'Chats', (file) => !isOrphan(file) && !isCronId(file.sessionId ?? '')),
  ]
}

function outputParts({ snapshot }: AssessedHome): PartDraft[] {
  const names = new Map(snapshot.jobs.ok ? snapshot.jobs.value.map(({ id, name }) => [id, name]) : [])
  return (snapshot.cronOutputs.ok ? snapshot.cronOutputs.value : []).map(({ jobId, bytes, files }) => ({
    id: jobId,
    label: names.get(jobId) ?? jobId,
    bytes,
    apparentBytes: null,
    count: files,
    offered: true,
    path: `cron/output/${jobId}`,
  }))
}

const topParts = ({ snapshot }: AssessedHome, id: StorageClass): PartDraft[] =>
  (snapshot.breakdown.ok ? snapshot.breakdown.value.tops : [])
    .filter((top) => top.class === id)
    .map(({ name, bytes, apparentBytes, files }) => ({
      id: name === '' ? '.' : name,
      label: name === '' ? 'Files right in the home' : name,
      bytes,
      apparentBytes,
      count: files,
      offered: CLASS_WORDS[id].actions.length > 0,
      path: name,
    }))
