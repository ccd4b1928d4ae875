/**
 * How long removing 300 v1 checkpoint repositories takes, by an approved plan with journal and receipt,
 * compared with `rm -rf`. The order alternates, because a disk is slower right after writes, and results are
 * compared within a round, because a busy disk may take five times as long in the next.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Disposition } from '../../lib/domain/plan/action.ts'
import type { Policy } from '../../lib/domain/plan/policy.ts'
import { DAY_MS } from '../../lib/shared/time.ts'
import type { StoredReceipt } from '../../lib/store/plans/receipts.ts'
import { type CleanLab, cleanLab } from '../../lib/testing/clean-lab.ts'
import { makeHome } from '../../lib/testing/make-home.ts'
import { type BenchRow, benchRow, median } from './bench-row.ts'

const ROUNDS = 5
const REPOSITORIES = 300
const FILES = 60
const REMOVE_LIMIT = 1.2
const TRASH_LIMIT = 0.05

const POLICY: Policy = {
  action: 'checkpoints',
  ids: null,
  states: ['orphan', 'stale'],
  olderThanDays: 0,
  temporaryPacks: false,
}

export async function benchRemove(tempDir: string): Promise<BenchRow[]> {
  const times = { rm: [] as number[], remove: [] as number[], trash: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const theirs = makeRepositories(join(tempDir, `theirs-${round}`))
    const ours = makeRepositories(join(tempDir, `ours-${round}`))
    const lab = cleanLab(ours, join(tempDir, `data-${round}`))
    const byRm = async () => times.rm.push(await timed(() => removeByRm(theirs)))
    if (round % 2 === 0) await byRm()
    const trashed = await runTimed(lab, 'trash')
    times.trash.push(trashed.tookMs)
    await lab.restore(trashed.receipt.id)
    times.remove.push((await runTimed(lab, 'delete')).tookMs)
    if (round % 2 === 1) await byRm()
    lab.store.close()
    if (namesIn(ours).length + namesIn(theirs).length > 0) throw new Error('not everything was removed')
  }
  const beside = (own: readonly number[]) => median(own.map((ms, round) => ms / (times.rm[round] ?? 0)))
  return [
    benchRow('remove: rm -rf of 300 repositories', median(times.rm), 'ms'),
    benchRow('remove: the same by a plan, each checked first', median(times.remove), 'ms'),
    benchRow('remove: by a plan / rm -rf', beside(times.remove), '×', REMOVE_LIMIT),
    benchRow('remove: to the trash by a plan', median(times.trash), 'ms'),
    benchRow('remove: to the trash / rm -rf', beside(times.trash), '×', TRASH_LIMIT),
  ]
}

async function runTimed(
  lab: CleanLab,
  disposition: Disposition,
): Promise<{ receipt: StoredReceipt; tookMs: number }> {
  const plan = await lab.plan([POLICY], disposition)
  const startedMs = performance.now()
  const receipt = await lab.run(plan)
  const tookMs = performance.now() - startedMs
  if (receipt.done !== REPOSITORIES) throw new Error(`${receipt.done} repositories are done`)
  return { receipt, tookMs }
}

function makeRepositories(path: string): string {
  const nowMs = Date.now()
  return makeHome({
    path,
    era: 'mar',
    nowMs,
    checkpoints: Array.from({ length: REPOSITORIES }, (_, index) => ({
      layout: 'v1',
      name: `project-${index}`,
      workdir: 'orphan',
      touchedMs: nowMs - 30 * DAY_MS,
      files: FILES,
    })),
  }).path
}

const namesIn = (home: string): string[] => readdirSync(join(home, 'checkpoints'))

const removeByRm = (home: string): void => {
  execFileSync('rm', ['-rf', ...namesIn(home).map((name) => join(home, 'checkpoints', name))])
}

async function timed(work: () => unknown): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}
