/** Receipts as listed in the history, and the total size of their trash and archives. */
import type { Policy } from '@/lib/domain/plan/policy'
import type { Receipt } from '@/lib/domain/plan/receipt/receipt'

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
