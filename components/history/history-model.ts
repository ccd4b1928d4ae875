/** Receipts as listed in the history, and the total size of their trash and archives. */
import type { Policy } from '@/lib/domain/plan/policy'
import type { Receipt } from '@/lib/domain/plan/receipt/receipt'
import { formatBytes } from '@/lib/shared/numbers'

export type HistoryReceipt = Receipt & {
  readonly steps: readonly Policy[]
  /** The folder of another home that had this name when it was cleaned. */
  readonly elsewhere: string | null
}

export type AuditLine = {
  readonly id: number
  readonly atMs: number
  readonly event: string
  readonly actor: string
  readonly role: string | null
  readonly address: string
  readonly detail: string
}

export type Kept = { readonly trashBytes: number; readonly archiveBytes: number }

export function keptOf(receipts: readonly HistoryReceipt[]): Kept {
  let [trashBytes, archiveBytes] = [0, 0]
  for (const { disposition, keptBytes, elsewhere } of receipts) {
    // Trash is in its home, archives are in Steward's data folder.
    if (disposition === 'trash' && elsewhere === null) trashBytes += keptBytes
    if (disposition === 'archive') archiveBytes += keptBytes
  }
  return { trashBytes, archiveBytes }
}

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
  'run-stopped': 'Run stopped',
  'kept-purged': 'Trash or archive deleted',
  // Written by 0.1.0; the audit log is append-only, so it stays.
  'kept-let-go': 'Trash or archive deleted',
  'run-ended': 'Run ended',
  'kept-expired': 'Trash or archive expired',
  'incident-acknowledged': 'Incident acknowledged',
  'limits-changed': 'Limits of the watch changed',
  'job-pause-asked': 'Hermes asked to pause a cron job',
  'job-paused': 'Cron job paused',
  'run-stop-asked': 'Hermes asked to stop a run',
  'run-stop-done': 'Hermes run stopped',
  'reads-paused': 'Reading of a home paused',
  'reads-resumed': 'Reading of a home resumed',
}
