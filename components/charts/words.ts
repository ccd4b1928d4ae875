/** Names of the storage classes: as labels, and as the subject of a sentence. */
import type { StorageClass } from '@/lib/domain/storage/storage'

type ClassWords = { readonly label: string; readonly subject: string; readonly plural: boolean }

export const DISK_CLASS_WORDS: Readonly<Record<StorageClass, ClassWords>> = {
  checkpoints: { label: 'Checkpoints', subject: 'Checkpoints', plural: true },
  snapshots: { label: 'Snapshots, backups', subject: 'Snapshots and backups', plural: true },
  'state-db': { label: 'State db', subject: 'The state db', plural: false },
  caches: { label: 'Caches', subject: 'Caches', plural: true },
  yours: { label: 'Yours, never touched', subject: 'Your own files', plural: true },
  wal: { label: 'WAL', subject: 'The WAL', plural: false },
  logs: { label: 'Logs', subject: 'Logs', plural: true },
  transcripts: { label: 'Transcripts', subject: 'Transcripts', plural: true },
  'cron-output': { label: 'Cron output', subject: 'Cron output', plural: false },
  'request-dumps': { label: 'Request dumps', subject: 'Request dumps', plural: true },
  unknown: { label: 'Unknown', subject: 'Files of unknown kind', plural: true },
}
