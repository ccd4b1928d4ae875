/** What a cleanup can do on a disk that is as good as full, said before it is approved. Worded once. */
import { formatBytes } from '../../shared/numbers.ts'
import type { Disposition } from './action.ts'
import type { PlanDisk } from './plan.ts'

/** Below what the smallest save and its transaction may need. */
const FULL_BYTES = 16_000_000

/** Null while there is room, or nobody knows. */
export function describeFullDisk(disposition: Disposition, { freeBytes }: PlanDisk): string | null {
  if (freeBytes === null || freeBytes >= FULL_BYTES) return null
  const left = freeBytes === 1 ? '1 B is' : `${formatBytes(freeBytes)} are`
  return `${left} free on the disk of this home. ${WORDS[disposition]}`
}

const WORDS: Readonly<Record<Disposition, string>> = {
  trash:
    'Files and folders move to the trash without any room. Sessions, routes and checkpoints need a little to be written down: where STEWARD_DATA is on the same disk, Steward gives up the room it keeps for this hour. What does not fit even so stays as it is, and the receipt says so.',
  delete:
    'Files and folders go first and need no room; what they free is the room that sessions need to go. What does not fit even so stays as it is, and the receipt says so.',
  archive:
    'An archive is written to STEWARD_DATA before anything goes. What does not fit there stays as it is, and the receipt says how much it would need.',
}
