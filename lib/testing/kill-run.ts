/** One run killed for real, and the promise held against what is left: nothing is lost, whatever the moment. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Disposition } from '../domain/plan/action.ts'
import { recoverRuns } from '../service/run/recover-runs.ts'
import { readBatches } from '../store/journal.ts'
import { readReceipt } from '../store/receipts.ts'
import { type CleanLab, cleanLab } from './clean-lab.ts'
import { homePicture } from './home-picture.ts'
import { findFaults } from './home-rows.ts'
import { smallHome } from './presets/small-home.ts'

export type KillAt = { readonly step: number } | { readonly ms: number }
export type Killed = {
  readonly ended: boolean
  readonly state: string
  readonly done: number
  readonly total: number
}

/** Throws where the home is not what the promise says. */
export async function killRun(folder: string, disposition: Disposition, at: KillAt): Promise<Killed> {
  const home = smallHome(join(folder, 'home'), 'aug', Date.now()).path
  const data = join(folder, 'data')
  const before = homePicture(home)
  const { receiptId, ended } = await runAndKill(home, data, disposition, at)
  const lab = cleanLab(home, data)
  await recoverRuns(lab.tools)
  const receipt = readReceipt(lab.store, receiptId)
  if (receipt === null || receipt.state === 'running') throw new Error('the receipt is still open')
  if (receipt.done + receipt.skipped + receipt.failed !== receipt.total)
    throw new Error(
      `${receipt.total} items, but ${receipt.done} done, ${receipt.skipped} skipped, ${receipt.failed} failed`,
    )
  const faults = findFaults(home)
  if (faults.length > 0) throw new Error(`the database is damaged: ${faults.join(', ')}`)
  if (disposition === 'delete') refuseHalves(lab, receiptId, before)
  else if (receipt.done > 0) await lab.restore(receiptId)
  if (disposition !== 'delete' && !isSame(before, homePicture(home)))
    throw new Error('not everything came back')
  lab.store.close()
  return { ended, state: receipt.state, done: receipt.done, total: receipt.total }
}

type Picture = ReturnType<typeof homePicture>

const isSame = (a: Picture, b: Picture): boolean => text(a) === text(b)

const text = ({ rows, found, files, checkpoints }: Picture): string =>
  JSON.stringify([[...rows], [...found], files, checkpoints])

/** Deleted by consent means wholly gone; everything else is wholly there. */
function refuseHalves({ home, store }: CleanLab, receiptId: string, before: Picture): void {
  const after = homePicture(home.path)
  const rowsOf = (picture: Picture, id: string) =>
    [...picture.rows].flatMap(([table, rows]) =>
      ['sessions', 'messages'].includes(table) ? rows.filter((row) => row.includes(`"${id}"`)) : [],
    )
  for (const { items } of readBatches(store, receiptId))
    for (const { target, outcome, label } of items) {
      if (target.kind !== 'session') continue
      const left = rowsOf(after, target.sessionId).filter((row) => !isChild(row, target.sessionId))
      const was = rowsOf(before, target.sessionId).filter((row) => !isChild(row, target.sessionId))
      if (outcome?.kind === 'done' && left.length > 0)
        throw new Error(`${label} is deleted, and rows of it are left`)
      if (outcome?.kind !== 'done' && left.length !== was.length)
        throw new Error(`${label} was left alone, and rows of it are gone`)
    }
}

/** Rows of others that only name it as their parent. */
const isChild = (row: string, id: string): boolean => row.includes(`"parent_session_id":"${id}"`)

async function runAndKill(
  home: string,
  data: string,
  disposition: Disposition,
  at: KillAt,
): Promise<{ receiptId: string; ended: boolean }> {
  const step = 'step' in at ? [String(at.step)] : []
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'run-child.ts'), home, data, disposition, ...step],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const { value: receiptId } = await lines.next()
  if (typeof receiptId !== 'string') throw new Error('the run did not begin')
  if ('ms' in at) setTimeout(() => child.kill('SIGKILL'), at.ms)
  await exited
  return { receiptId, ended: child.signalCode === null }
}
