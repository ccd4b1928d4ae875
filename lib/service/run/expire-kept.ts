/** Lets go of trash and archives whose time is over, and says how much that gave back. */
import { expireProjects } from '../../execute/checkpoints/expire-projects.ts'
import { expireTrash } from '../../execute/files/expire-trash.ts'
import { expiredReceipts, type StoredReceipt, settleExpired } from '../../store/receipts.ts'
import type { RunTools } from './open-run.ts'
import { keptBytesOf, removeArchive } from './run-plan.ts'
import { isSystemTrouble } from './system-trouble.ts'

/** Those of which nothing is left now. What the system refuses to remove is tried again the next time. */
export async function expireKept(tools: RunTools): Promise<readonly StoredReceipt[]> {
  const expired: StoredReceipt[] = []
  for (const receipt of expiredReceipts(tools.store, tools.now())) {
    try {
      if (await expireOne(tools, receipt)) expired.push(receipt)
    } catch (error) {
      if (!isSystemTrouble(error)) throw error
    }
  }
  return expired
}

/** Whether nothing of it is left. */
export async function expireOne(tools: RunTools, receipt: StoredReceipt): Promise<boolean> {
  const home = tools.homeOf(receipt.homeId)
  if (receipt.disposition === 'trash') {
    // A home that is not there now may be on a drive that comes back.
    if (home?.path !== receipt.homePath) return false
    const projects = await expireProjects(receipt.homePath, receipt.id)
    // Git refused: what is left in the trash is what makes somebody try again.
    if (!projects.ok) return false
    expireTrash(receipt.homePath, receipt.id)
  } else removeArchive(tools.dataDir, receipt.id)
  const keptBytes = keptBytesOf(tools, receipt)
  settleExpired(tools.store, receipt.id, keptBytes)
  return keptBytes === 0
}
