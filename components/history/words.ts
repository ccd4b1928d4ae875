/** Texts of the history and of a receipt. */

import { mayRestore } from '@/lib/domain/plan/receipt/words'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'
import { formatAge } from '@/lib/shared/time'
import { type HistoryReceipt, keptOf } from './history-model'
import type { ReceiptPage } from './receipt-page-model'

export const HISTORY_NOTE =
  'Receipts of this home, newest first. Trash lies in the home, archives in Steward’s own folder; both go when their time is over.'
export const RECORDS_UNREADABLE = 'Steward’s own records cannot be read'
export const NO_RECEIPTS =
  'A cleanup you approve leaves a receipt here: what was done, what was skipped and why, and the way back.'
export const FOUND_NOTE =
  'Steward’s own records of these were lost, for example with its data folder. Restore or purge them as usual.'
export const FOUND_ON_DISK = 'found on disk'
export const foundTitle = (count: number): string =>
  `${formatPlural(count, 'cleanup')} ${count === 1 ? 'was' : 'were'} found on disk`
export const movedTitle = (path: string): string => `Was this home moved from ${path}?`
export const movedNote = (receipts: number): string =>
  `Its state.db is gone from there, and this home has its trash or its sessions. Confirm to keep ${formatPlural(receipts, 'receipt')} and the history of its size and tokens.`
export const ADOPT_HOME = 'It’s the same home'
export const EXPIRES_SOON = 'as soon as it can'
export const AUDIT_CHOICE = 'Lines of the record'
export const AUDIT_PAGES = 'Pages of the record'
export const RESTORED_RUN = 'the run it brought back'
export const SKIPPED_AND_FAILED = 'What did not go as planned'
export const SKIPPED_AND_FAILED_NOTE = 'These are where they were.'
export const NONE_SKIPPED_OR_FAILED = 'Everything went as planned'
export const LEFT_LABEL = 'Left as they were'
export const RESTORE_RUN = 'Restore what this run took'
export const PLAN_CLAIMED = 'Plan claimed, digest matches'
export const STOP_RUN = 'Stop after this item'
export const STOPPING_RUN = 'Stopping after this item'

export const AUDIT_WORDS = {
  done: {
    label: 'Done',
    title: 'Who did what',
    note: 'All homes. Kept for a year, append-only.',
    none: 'No actions yet.',
  },
  routine: {
    label: 'Sign-ins and plans',
    title: 'Who signed in and made plans',
    note: 'All homes. The newest 10,000 of operators and of viewers are kept, append-only.',
    none: 'No sign-ins or plans yet.',
  },
  refused: {
    label: 'Refused',
    title: 'Who was refused',
    note: 'All homes. The newest 10,000 are kept, append-only.',
    none: 'No refusals yet.',
  },
} as const

export function historyTitle(receipts: readonly HistoryReceipt[]): string {
  if (receipts.length === 0) return 'History: nothing was cleaned here yet'
  const { trashBytes, archiveBytes } = keptOf(receipts)
  if (trashBytes + archiveBytes === 0) return 'History: nothing is kept in trash or archives'
  const parts = [
    ...(trashBytes > 0 ? [`trash holds ${formatBytes(trashBytes)}`] : []),
    ...(archiveBytes > 0 ? [`archives hold ${formatBytes(archiveBytes)}`] : []),
  ]
  return `History: ${parts.join(', ')}`
}

export const EVENT_WORDS: Readonly<Record<string, string>> = {
  'signed-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  'signed-out': 'Signed out',
  'signed-out-everywhere': 'Signed out everywhere',
  'link-made': 'Sign-in link made',
  'host-refused': 'Host name refused',
  'origin-refused': 'Foreign page refused',
  'token-refused': 'Token refused',
  'action-refused': 'Action refused',
  'plan-made': 'Plan made',
  'plan-approved': 'Plan approved',
  'cleanup-stopped': 'Run stopped',
  'kept-purged': 'Trash or archive deleted',
  'run-ended': 'Run ended',
  'kept-expired': 'Trash or archive expired',
  'records-found': 'Lost receipts found on disk',
  'home-adopted': 'Home moved: records taken over',
  'incident-acknowledged': 'Incident acknowledged',
  'limits-changed': 'Limits of the watch changed',
  'job-pause-asked': 'Hermes asked to pause a cron job',
  'job-paused': 'Cron job paused',
  'agent-run-stop-asked': 'Hermes asked to stop a run',
  'agent-run-stopped': 'Hermes run stopped',
  'home-retried': 'Quarantined home retried',
  'reads-paused': 'Reading of a home paused',
  'reads-resumed': 'Reading of a home resumed',
  // Written by 0.1.0; the audit log is append-only, so they stay.
  'kept-let-go': 'Trash or archive deleted',
  'run-stopped': 'Run stopped',
  'run-stop-asked': 'Hermes asked to stop a run',
  'run-stop-done': 'Hermes run stopped',
}

export function restoreLead(page: ReceiptPage): string {
  if (page.state === 'running')
    return 'Every step is written down before it is taken. If power fails, the next start finishes or rolls back.'
  if (page.kind === 'restore') return 'This run only brought things back.'
  if (page.disposition === 'delete')
    return 'Deleted for good by typed consent. Steward cannot bring these back.'
  return mayRestore(page) ? 'Restore is a plan too: you see it first.' : 'There is nothing to bring back.'
}

export const RECEIPT_NOTES = {
  trash: 'Trash lies on the same disk. When it expires, the space comes back.',
  archive: 'The bundles were read back and checked before anything was removed.',
  delete: 'Deleted by consent. Nothing was kept.',
  restore: 'Rows and files are as they were, where nothing had taken their place.',
} as const

export const DONE_LABELS = { trash: 'Moved to trash', archive: 'Archived', delete: 'Deleted' } as const

export const KEPT_WORDS = { trash: 'in trash', archive: 'in archives', delete: 'nothing was kept' } as const

export const differenceWords = ({ skipped, failed }: ReceiptPage): string =>
  skipped + failed === 0
    ? 'everything went as planned'
    : `${formatCount(skipped)} skipped, ${formatCount(failed)} failed`

/** What a waiting run waits for. No estimate until enough of the run is done to base one on. */
export function timeLeftWords({ startedAtMs, nowMs, note }: ReceiptPage, share: number): string {
  if (note !== null) return note
  const goneMs = nowMs - startedAtMs
  if (share < 0.02 || goneMs < 2_000) return 'Each item is checked again before it is touched.'
  return `About ${formatAge((goneMs / share) * (1 - share))} left.`
}

export const purgeTitle = (kept: string): string => `Delete the ${kept} of this run for good?`

export const purgeWarning = (kept: string): string =>
  `The ${kept} is all there is of these. Steward cannot bring them back afterwards.`

export const purgedItems = (done: number): string =>
  `${formatPlural(done, 'item')} this run took, as far as they are still kept`

export const purgeHint = (kept: string): string =>
  `Or go back and wait: the ${kept} goes by itself when its time is over.`

export const leftAlone = (items: number): string => `${formatCount(items)} left as they were`

export const EMPTY_TRASH = 'Empty trash…'
export const EMPTYING_TRASH = 'Emptying…'
export const EMPTY_TRASH_TITLE = 'Empty the trash of this home?'
export const EMPTY_TRASH_WARNING =
  'Cleanups moved these here. Steward cannot bring them back afterwards. Archives are kept.'
export const EMPTY_TRASH_HINT = 'Or go back and wait: trash is deleted when it expires.'

export const trashItems = (items: number, receipts: number): string =>
  `${formatPlural(items, 'item')} of ${formatPlural(receipts, 'cleanup')}, except what was restored`

export const keptInTrash = (receipts: number): string => `${formatPlural(receipts, 'cleanup')} kept:`
