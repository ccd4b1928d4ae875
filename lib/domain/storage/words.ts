/** What each class of storage is called, which actions ever touch it, and why nothing does where nothing does. */
import type { CleanupAction } from '../overview/overview.ts'
import type { StorageClass } from './storage.ts'

export type ClassWords = {
  readonly label: string
  /** Empty: Steward never removes anything of this class. */
  readonly actions: readonly CleanupAction[]
  readonly whyNever: string | null
}

export const CLASS_WORDS: Readonly<Record<StorageClass, ClassWords>> = {
  checkpoints: { label: 'Checkpoints', actions: ['checkpoints'], whyNever: null },
  snapshots: {
    label: 'Snapshots and backups',
    actions: [],
    whyNever: 'Perhaps the only copy of something lost. Remove one by hand when you are sure of it.',
  },
  'state-db': { label: 'State db', actions: ['prune-sessions', 'compact-database'], whyNever: null },
  caches: {
    label: 'Caches',
    actions: [],
    whyNever: 'Transcripts may point at these files; Hermes and its tools clear them themselves.',
  },
  yours: {
    label: 'Yours',
    actions: [],
    whyNever: 'Settings, secrets, memories, skills and what people wrote or asked for.',
  },
  wal: {
    label: 'WAL',
    actions: [],
    whyNever:
      'Part of the database while anybody has it open. Removing it by hand loses the newest messages.',
  },
  logs: { label: 'Logs', actions: [], whyNever: 'Hermes rotates its logs itself.' },
  transcripts: {
    label: 'Transcripts',
    actions: ['prune-sessions', 'prune-files', 'orphan-files'],
    whyNever: null,
  },
  'cron-output': { label: 'Cron output', actions: ['cron-output'], whyNever: null },
  'request-dumps': { label: 'Request dumps', actions: ['prune-files', 'orphan-files'], whyNever: null },
  unknown: {
    label: 'Unknown',
    actions: [],
    whyNever: 'Nobody knows what wrote these. They are counted and never offered.',
  },
}

/** What each action does, as a person would ask for it. */
export const RECLAIM_ACTION_LABELS: Readonly<Record<CleanupAction, string>> = {
  'prune-sessions': 'Prune sessions',
  'prune-files': 'Prune files, keep the rows',
  'orphan-files': 'Remove orphan files',
  'close-leaked': 'Close leaked sessions',
  checkpoints: 'Remove checkpoints',
  'gateway-entries': 'Remove gateway entries',
  'compact-database': 'Compact the database',
  'cron-output': 'Remove cron output',
}
