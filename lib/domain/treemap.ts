/** The classes of a home cut into the parts people ask about. The parts of a class always sum up to it. */
import { formatCount, formatPlural } from '../shared/numbers.ts'
import { CHECKPOINT_STATES, wordCheckpointState } from './checkpoint-list.ts'
import { isCronId } from './cron.ts'
import { isOrphan } from './findings/file-findings.ts'
import type { JudgedHome, OwnedFile } from './judged-home.ts'
import type { ClassUsage, NotableThing, StorageClass } from './storage.ts'
import { CLASS_WORDS } from './storage-words.ts'

export type TreemapClass = {
  readonly id: StorageClass
  readonly label: string
  readonly bytes: number
  /** False: hatched, never offered. */
  readonly touched: boolean
  readonly parts: readonly TreemapPart[]
}

type TreemapPart = {
  readonly id: string
  readonly label: string
  readonly bytes: number
  /** Things in it; null where counting them says nothing. */
  readonly count: number | null
  readonly detail: string | null
}

type Draft = Omit<TreemapPart, 'detail'> & { readonly detail?: string }

/** More named parts than this nobody can tell apart; the rest stands together. */
const PARTS_SHOWN = 12

export function treemapOf(home: JudgedHome, classes: readonly ClassUsage[]): TreemapClass[] {
  return classes
    .filter(({ bytes }) => bytes > 0)
    .map(({ id, bytes }) => ({
      id,
      label: CLASS_WORDS[id].label,
      bytes,
      touched: CLASS_WORDS[id].actions.length > 0,
      parts: fill(bytes, partsOf(home, id)),
    }))
    .sort((a, b) => b.bytes - a.bytes || (a.id < b.id ? -1 : 1))
}

function partsOf(home: JudgedHome, id: StorageClass): Draft[] {
  switch (id) {
    case 'checkpoints':
      return checkpointParts(home)
    case 'snapshots':
      return home.snapshot.notable.map(notablePart)
    case 'state-db':
      return databaseParts(home)
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

function checkpointParts({ checkpoints, snapshot }: JudgedHome): Draft[] {
  const retention = snapshot.config.ok ? snapshot.config.value.checkpointRetentionDays : null
  const states = CHECKPOINT_STATES.map((state): Draft => {
    const those = (checkpoints ?? []).filter((item) => item.state === state)
    return {
      id: state,
      label: STATE_LABELS[state],
      bytes: those.reduce((sum, { exclusiveBytes }) => sum + (exclusiveBytes ?? 0), 0),
      count: those.length,
      detail: wordCheckpointState(state, retention),
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
      id: 'temporary-packs',
      label: 'Half-written packs',
      bytes: packs?.bytes ?? 0,
      count: packs?.count ?? null,
    },
    {
      id: 'shared',
      label: unmeasured > 0 ? 'Shared store, not all measured' : 'Shared between projects',
      bytes: store === null ? 0 : Math.max(0, store - exclusive - (packs?.bytes ?? 0)),
      count: null,
      detail:
        unmeasured > 0
          ? `Git has not told the size of ${formatPlural(unmeasured, 'project')} yet.`
          : 'What several projects reach, and git’s own files.',
    },
  ]
}

const STATE_LABELS = { orphan: 'Orphan', stale: 'Stale', live: 'Live', unreachable: 'Unreachable' } as const

const NOTABLE_LABELS: Readonly<Record<NotableThing['kind'], string>> = {
  'damaged-copy': 'Damaged copy',
  'zeroed-copy': 'Zeroed copy',
  'state-snapshot': 'Snapshot',
  backup: 'Backup',
}

const notablePart = ({ kind, name, bytes, files }: NotableThing): Draft => ({
  id: `${kind}/${name}`,
  label: `${NOTABLE_LABELS[kind]}: ${name}`,
  bytes,
  count: files,
})

function databaseParts({ snapshot }: JudgedHome): Draft[] {
  if (!snapshot.database.ok) return []
  const { freePages, pageCount, pageSizeBytes } = snapshot.database.value.capabilities
  return [
    { id: 'free', label: 'Free pages', bytes: freePages * pageSizeBytes, count: freePages },
    {
      id: 'used',
      label: 'In use',
      bytes: (pageCount - freePages) * pageSizeBytes,
      count: pageCount - freePages,
    },
  ]
}

function fileParts({ files }: JudgedHome, kind: OwnedFile['kind']): Draft[] {
  const those = (files ?? []).filter((file) => file.kind === kind)
  const part = (id: string, label: string, is: (file: OwnedFile) => boolean): Draft => {
    const some = those.filter(is)
    return { id, label, bytes: some.reduce((sum, { bytes }) => sum + bytes, 0), count: some.length }
  }
  return [
    part('orphan', 'No session owns them', isOrphan),
    part('cron', 'Cron', (file) => !isOrphan(file) && isCronId(file.sessionId ?? '')),
    part('chats', 'Chats', (file) => !isOrphan(file) && !isCronId(file.sessionId ?? '')),
  ]
}

function outputParts({ snapshot }: JudgedHome): Draft[] {
  const names = new Map(snapshot.jobs.ok ? snapshot.jobs.value.map(({ id, name }) => [id, name]) : [])
  return (snapshot.cronOutputs.ok ? snapshot.cronOutputs.value : []).map(({ jobId, bytes, files }) => ({
    id: jobId,
    label: names.get(jobId) ?? jobId,
    bytes,
    count: files,
  }))
}

const topParts = ({ snapshot }: JudgedHome, id: StorageClass): Draft[] =>
  (snapshot.breakdown.ok ? snapshot.breakdown.value.tops : [])
    .filter((top) => top.class === id)
    .map(({ name, bytes, files }) => ({
      id: name === '' ? '.' : name,
      label: name === '' ? 'Files right in the home' : name,
      bytes,
      count: files,
    }))

/** Counts taken at different moments never make the parts larger than the whole; what is left has a name too. */
function fill(total: number, drafts: readonly Draft[]): TreemapPart[] {
  const sorted = drafts
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes || (a.id < b.id ? -1 : 1))
  const parts: TreemapPart[] = []
  let left = total
  for (const draft of sorted.slice(0, PARTS_SHOWN)) {
    const bytes = Math.min(left, draft.bytes)
    if (bytes <= 0) break
    parts.push({ ...draft, bytes, detail: draft.detail ?? null })
    left -= bytes
  }
  if (left <= 0) return parts
  const unnamed = sorted.length - PARTS_SHOWN
  const detail = unnamed > 0 ? `${formatCount(unnamed)} smaller parts, and folders themselves.` : null
  return [
    ...parts,
    { id: 'rest', label: parts.length === 0 ? 'All of it' : 'The rest', bytes: left, count: null, detail },
  ]
}
