/** The trash of a home: what its receipts keep there, and when they let it go. */
import type { Receipt } from './receipt.ts'

export type Trash = {
  readonly receipts: number
  /** What their runs took, as counted in the phrase that empties the trash. */
  readonly items: number
  /** With the histories of checkpoints, which stay in `checkpoints/store`. */
  readonly bytes: number
  /** Null if none ever expires. */
  readonly nextExpiryMs: number | null
  /** When all will have expired. Null if one never does. */
  readonly lastExpiryMs: number | null
}

type InTrash = Pick<Receipt, 'kind' | 'disposition' | 'state' | 'keptBytes' | 'done' | 'expiresAtMs'>

export const isKeptInTrash = ({ kind, disposition, state, keptBytes }: Omit<InTrash, 'done'>): boolean =>
  kind === 'cleanup' && disposition === 'trash' && state !== 'running' && keptBytes > 0

/** Of one home. */
export function sumTrash(receipts: readonly InTrash[]): Trash {
  const kept = receipts.filter(isKeptInTrash)
  const expiries = kept.flatMap(({ expiresAtMs }) => expiresAtMs ?? [])
  return {
    receipts: kept.length,
    items: kept.reduce((sum, { done }) => sum + done, 0),
    bytes: kept.reduce((sum, { keptBytes }) => sum + keptBytes, 0),
    nextExpiryMs: expiries.length === 0 ? null : Math.min(...expiries),
    lastExpiryMs: kept.length === 0 || expiries.length < kept.length ? null : Math.max(...expiries),
  }
}
