/** Disk usage of the histories a receipt keeps in the trash, without objects that other refs share. */
import { STORE } from '../../domain/checkpoints/checkpoint.ts'
import { seeAt } from '../files/check-file.ts'
import { isReceiptId, resolveInHome } from '../files/resolve-path.ts'
import { runStoreGit } from './run-store-git.ts'

/** Null if git cannot say. */
export async function measureTrashedHistory(homePath: string, receiptId: string): Promise<number | null> {
  if (!isReceiptId(receiptId)) throw new Error(`${receiptId} is no receipt`)
  const head = resolveInHome(homePath, [...STORE, 'HEAD'])
  if (!head.ok || seeAt(head.value) === null) return 0
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
