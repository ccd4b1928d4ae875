/** The parts of each class: checkpoints by state, the database by what its pages hold, and so on. */
import { CHECKPOINT_STATES } from '../checkpoints/checkpoint-list.ts'
import { describeCheckpointState } from '../checkpoints/words.ts'
import { isCronId } from '../cron/cron.ts'
import { searchBytes } from '../database/build-database-view.ts'
import type { DatabaseCount } from '../database/database-count.ts'
import { isOrphan } from '../findings/file-findings.ts'
import type { AssessedHome, OwnedFile } from '../home/assessed-home.ts'
import type { NotableEntry, StorageClass } from './storage.ts'
import { CLASS_WORDS, PART_DETAILS, PART_WORDS } from './words.ts'

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
    // One whole: its receipts are listed on their own.
    case 'trash':
      return []
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
  trash: '.steward-trash',
}

function checkpointParts({ checkpoints, snapshot }: AssessedHome): PartDraft[] {
  const retention = snapshot.config.ok ? snapshot.config.value.checkpointRetentionDays : null
  const base = { apparentBytes: null, path: 'checkpoints' }
  const states = CHECKPOINT_STATES.map((state): PartDraft => {
    const matching = (checkpoints ?? []).filter((item) => item.state === state)
    return {
      ...base,
      id: state,
      label: PART_WORDS[state],
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
      label: PART_WORDS.temporaryPacks,
      bytes: packs?.bytes ?? 0,
      count: packs?.count ?? null,
      offered: true,
      path: 'checkpoints/store',
    },
    {
      ...base,
      id: 'shared',
      label: unmeasured > 0 ? PART_WORDS.sharedUnmeasured : PART_WORDS.shared,
      bytes: store === null ? 0 : Math.max(0, store - exclusive - (packs?.bytes ?? 0)),
      count: null,
      detail: unmeasured > 0 ? PART_DETAILS.sharedUnmeasured(unmeasured) : PART_DETAILS.shared,
      offered: false,
      path: 'checkpoints/store',
    },
  ]
}

const NOTABLE_FOLDERS: Readonly<Record<NotableEntry['kind'], string>> = {
  'damaged-copy': '',
  'zeroed-copy': '',
  'state-snapshot': 'state-snapshots',
  backup: 'backups',
}

const notablePart = ({ kind, name, bytes, apparentBytes, files }: NotableEntry): PartDraft => ({
  id: `${kind}/${name}`,
  label: `${PART_WORDS[kind]}: ${name}`,
  bytes,
  apparentBytes,
  count: files,
  offered: false,
  path: NOTABLE_FOLDERS[kind],
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
    part('search', PART_WORDS.search, search, null, PART_DETAILS.search),
    part('messages', PART_WORDS.messages, messages, null),
    part('free', PART_WORDS.freePages, freePages * pageSizeBytes, freePages, PART_DETAILS.freePages),
    count === null
      ? part('used', PART_WORDS.used, used, pageCount - freePages, PART_DETAILS.used)
      : part('used', PART_WORDS.restOfDatabase, used - search - messages, null),
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
    part('orphan', PART_WORDS.unowned, isOrphan),
    part('cron', PART_WORDS.cron, (file) => !isOrphan(file) && isCronId(file.sessionId ?? '')),
    part('chats', PART_WORDS.chats, (file) => !isOrphan(file) && !isCronId(file.sessionId ?? '')),
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
      label: name === '' ? PART_WORDS.topFiles : name,
      bytes,
      apparentBytes,
      count: files,
      offered: CLASS_WORDS[id].whyNever === null,
      path: name,
    }))
