/** Unused files in sessions/ and cron/output, and damaged copies of the database. */
import { formatPlural } from '../../shared/numbers.ts'
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts'
import type { AssessedHome, OwnedFile } from '../home/assessed-home.ts'
import type { StorageClass } from '../storage/storage.ts'
import { type FindingDraft, largest, sumBytes } from './draft.ts'

/** Request dumps older than this are offered. Their rows are kept. */
export const DUMP_AGE_DAYS = 7
/** A file just written may belong to a row that is not committed yet. */
const FRESH_MS = 10 * MINUTE_MS

export function fileFindings(home: AssessedHome, nowMs: number): FindingDraft[] {
  return [
    ...orphanFiles(home.files ?? [], nowMs),
    ...oldDumps(home.files ?? [], nowMs),
    ...damagedCopies(home),
    ...deadCronOutput(home),
  ]
}

/** Orphans past the grace period. The overview's own count has no grace period. */
function orphanFiles(files: readonly OwnedFile[], nowMs: number): FindingDraft[] {
  const orphans = files.filter((file) => isOrphan(file) && nowMs - file.modifiedMs > FRESH_MS)
  if (orphans.length === 0) return []
  const bytesOf = (kind: OwnedFile['kind']) => sumBytes(orphans.filter((file) => file.kind === kind))
  const transcripts = orphans.filter(({ kind }) => kind === 'transcript').length
  const dumps = orphans.length - transcripts
  const what = [
    transcripts > 0 ? formatPlural(transcripts, 'transcript') : '',
    dumps > 0 ? formatPlural(dumps, 'request dump') : '',
  ].filter(Boolean)
  return [
    {
      code: 'orphan-files',
      count: orphans.length,
      bytes: sumBytes(orphans),
      frees: 'now',
      action: 'orphan-files',
      class: 'transcripts',
      title: `${what.join(' and ')} no session owns`,
      detail: 'Hermes’ own prune removed the rows and left these files behind.',
      examples: largest(
        orphans.map(({ name, bytes, modifiedMs }) => ({ label: name, bytes, atMs: modifiedMs })),
      ),
      byClass: { transcripts: bytesOf('transcript'), 'request-dumps': bytesOf('request-dump') },
    },
  ]
}

export const isOrphan = (file: OwnedFile): boolean =>
  file.owner === null && (file.kind === 'transcript' || file.kind === 'request-dump')

function oldDumps(files: readonly OwnedFile[], nowMs: number): FindingDraft[] {
  const dumps = files.filter(
    (file) =>
      file.kind === 'request-dump' &&
      typeof file.owner === 'string' &&
      nowMs - file.modifiedMs >= DUMP_AGE_DAYS * DAY_MS,
  )
  if (dumps.length === 0) return []
  const bytes = sumBytes(dumps)
  return [
    {
      code: 'old-request-dumps',
      count: dumps.length,
      bytes,
      frees: 'now',
      action: 'prune-files',
      class: 'request-dumps',
      title: `${formatPlural(dumps.length, 'request dump')} older than ${DUMP_AGE_DAYS} days`,
      detail: 'Debug copies of failed model requests. They may hold secrets; no chat reads them.',
      examples: largest(
        dumps.map(({ name, bytes: size, modifiedMs }) => ({ label: name, bytes: size, atMs: modifiedMs })),
      ),
      byClass: { 'request-dumps': bytes },
    },
  ]
}

function damagedCopies({ snapshot }: AssessedHome): FindingDraft[] {
  // While the current database cannot be read, a damaged copy may be all there is.
  if (!snapshot.database.ok) return []
  const copies = snapshot.notable.filter(({ kind }) => kind === 'damaged-copy' || kind === 'zeroed-copy')
  if (copies.length === 0) return []
  const bytes = sumBytes(copies)
  return [
    {
      code: 'damaged-copies',
      count: copies.length,
      bytes,
      frees: 'now',
      // It may be the only copy of lost rows, so its size is shown but bulk cleanup never offers it.
      action: null,
      class: 'snapshots',
      title:
        copies.length === 1
          ? 'A damaged copy of state.db'
          : `${formatPlural(copies.length, 'damaged copy', 'damaged copies')} of state.db`,
      detail: 'Hermes repaired itself and left the copy. The present database opens and reads.',
      examples: largest(
        copies.map(({ name, bytes: size, modifiedMs }) => ({ label: name, bytes: size, atMs: modifiedMs })),
      ),
      byClass: { snapshots: bytes },
    },
  ]
}

function deadCronOutput({ snapshot }: AssessedHome): FindingDraft[] {
  if (!snapshot.cronOutputs.ok || !snapshot.jobs.ok) return []
  const known = new Set(snapshot.jobs.value.map(({ id }) => id))
  const dead = snapshot.cronOutputs.value.filter(({ jobId, files }) => files > 0 && !known.has(jobId))
  if (dead.length === 0) return []
  const bytes = sumBytes(dead)
  const count = dead.reduce((sum, { files }) => sum + files, 0)
  const cronClass: StorageClass = 'cron-output'
  return [
    {
      code: 'dead-cron-output',
      count,
      bytes,
      frees: 'now',
      action: 'cron-output',
      class: cronClass,
      title: `${formatPlural(count, 'output')} of ${formatPlural(dead.length, 'cron job')} that no longer ${dead.length === 1 ? 'exists' : 'exist'}`,
      detail: 'Hermes trims outputs only when the job runs again, and these never will.',
      examples: largest(
        dead.map(({ jobId, bytes: size, newestMs }) => ({ label: jobId, bytes: size, atMs: newestMs })),
      ),
      byClass: { [cronClass]: bytes },
    },
  ]
}
