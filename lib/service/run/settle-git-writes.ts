/** After a kill: waits for a git process that is still running, and removes the locks of one that was killed. */
import { setTimeout as pause } from 'node:timers/promises'
import { openGitWrites } from '../../store/plans/git-writes.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { isGitAtWork, noteLeftover, settleGitWrites } from './git-writes.ts'
import { type RunTools, writableHomeOf } from './open-run.ts'
import { refuseTrash } from './refuse-owner.ts'
import { ignoreSystemErrors } from './system-errors.ts'

/** In every home that may be changed now. What cannot be settled yet is retried next time. */
export async function settleAllGitWrites(tools: RunTools): Promise<void> {
  for (const homePath of homesToSettle(tools)) {
    await letGitEnd(homePath)
    ignoreSystemErrors(() => void settleGitWrites(tools.store, homePath))
  }
}

/** After every run was recovered, so that each has a receipt that has ended. */
export function noteLeftovers(tools: RunTools): void {
  for (const homePath of homesToSettle(tools)) ignoreSystemErrors(() => noteLeftover(tools.store, homePath))
}

function homesToSettle(tools: RunTools): readonly string[] {
  const receipts = openGitWrites(tools.store).map(({ receiptId }) => readReceipt(tools.store, receiptId))
  const homes = receipts.flatMap((receipt) =>
    receipt !== null && writableHomeOf(tools, receipt) !== null ? [receipt.homePath] : [],
  )
  return [...new Set(homes)].filter((homePath) => refuseTrash(homePath, true) === null)
}

/** It usually ends within moments. A gc may take an hour. */
async function letGitEnd(homePath: string): Promise<void> {
  const giveUpAt = performance.now() + GIT_ENDS_MS
  while (isGitAtWork(homePath) && performance.now() < giveUpAt) await pause(GIT_POLL_MS)
}

const GIT_ENDS_MS = 5_000
const GIT_POLL_MS = 20
