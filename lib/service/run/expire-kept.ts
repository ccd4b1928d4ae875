/** Lets go of trash and archives whose time is over, and says how much that gave back. */
import { expireProjects } from '../../execute/checkpoints/expire-projects.ts'
import { expireTrash } from '../../execute/files/expire-trash.ts'
import { expiredReceipts, type StoredReceipt, settleExpired } from '../../store/receipts.ts'
import type { RunTools } from './open-run.ts'
import { keptBytesOf, removeArchive } from './run-plan.ts'

export async function expireKept(tools: RunTools): Promise<readonly StoredReceipt[]> {
  const expired: StoredReceipt[] = []
  for (const receipt of expiredReceipts(tools.store, tools.now())) {
    const home = tools.homeOf(receipt.homeId)
    // A home that is not there now may be on a drive that comes back.
    if (receipt.disposition === 'trash' && home?.path !== receipt.homePath) continue
    if (receipt.disposition === 'trash') {
      await expireProjects(receipt.homePath, receipt.id)
      expireTrash(receipt.homePath, receipt.id)
    } else removeArchive(tools.dataDir, receipt.id)
    settleExpired(tools.store, receipt.id, keptBytesOf(tools, receipt))
    expired.push(receipt)
  }
  return expired
}
