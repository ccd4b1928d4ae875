/** Disk usage of the histories a receipt keeps in the trash, without objects that other refs share. */
import { isReceiptId } from '../files/resolve-path.ts'
import { hasCheckpointStore } from './has-checkpoint-store.ts'
import { runStoreGit } from './run-store-git.ts'

/** Null if git cannot say. */
export async function measureTrashedHistory(homePath: string, receiptId: string): Promise<number | null> {
  if (!isReceiptId(receiptId)) throw new Error(`${receiptId} is no receipt`)
  if (!hasCheckpointStore(homePath)) return 0
  const own = `refs/steward-trash/${receiptId}/*`
  const { ok, text } = await runStoreGit(homePath, [
    'rev-list',
    '--objects',
    '--disk-usage',
    `--glob=${own}`,
    '--not',
    `--exclude=${own}`,
    '--all',
  ])
  return ok && /^\d+$/.test(text) ? Number(text) : null
}
