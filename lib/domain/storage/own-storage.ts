/** What Steward itself keeps on the disk of a home, as the JSON of the storage page has it. */
import { toIso } from '../../shared/time.ts'
import type { Trash } from '../plan/receipt/trash.ts'
import { consentPhrase } from '../plan/words.ts'
import type { StorageReport } from './storage-report.ts'

export type TrashReport = {
  readonly receipts: number
  readonly items: number
  readonly bytes: number
  /** Null if nothing expires. */
  readonly nextExpiryAt: string | null
  /** When all will have expired. Null if something is kept until it is purged. */
  readonly lastExpiryAt: string | null
  /** The phrase that empties it. */
  readonly consent: string
}

export type OwnData = {
  readonly archiveBytes: number
  /** `steward.db` and the rest of the data folder. */
  readonly otherBytes: number
  /** Then it is part of the home's size. */
  readonly insideHome: boolean
}

export type OwnStorage = {
  /** Part of the home's size. Null if Steward's records can't be read. */
  readonly trash: TrashReport | null
  /** Null if the data folder is on another disk, or can't be read. */
  readonly ownData: OwnData | null
}

export type StorageAnswer = StorageReport & OwnStorage

export const trashReport = (
  { receipts, items, bytes, nextExpiryMs, lastExpiryMs }: Trash,
  homeLabel: string,
): TrashReport => ({
  receipts,
  items,
  bytes,
  nextExpiryAt: toIso(nextExpiryMs),
  lastExpiryAt: toIso(lastExpiryMs),
  consent: consentPhrase(items, homeLabel),
})
