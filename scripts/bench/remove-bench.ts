/**
 * How long 300 v1 checkpoint repositories take to go, beside `rm -rf` on as many of the same. Who begins changes
 * every round, because a disk is slower right after it was written to, and each is only compared with its own round,
 * because a busy disk may take five times as long in the next.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { moveBack } from '../../lib/execute/files/move-back.ts'
import { moveFolderToTrash } from '../../lib/execute/files/move-folder-to-trash.ts'
import { removeFolders } from '../../lib/execute/files/remove-folder.ts'
import { DAY_MS } from '../../lib/shared/time.ts'
import { makeHome } from '../../lib/testing/make-home.ts'
import { folderMarkOf } from '../../lib/testing/marks.ts'
import { type BenchRow, benchRow, median } from './bench-row.ts'

const ROUNDS = 5
const REPOSITORIES = 300
const FILES = 60
const REMOVE_LIMIT = 1.2
const TRASH_LIMIT = 0.05

export async function benchRemove(tempDir: string): Promise<BenchRow[]> {
  const times = { rm: [] as number[], remove: [] as number[], trash: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const theirs = layRepositories(join(tempDir, `theirs-${round}`))
    const ours = layRepositories(join(tempDir, `ours-${round}`))
    const byRm = async () => times.rm.push(await timed(() => removeByRm(theirs)))
    if (round % 2 === 0) await byRm()
    const targets = namesIn(ours).map((name) => folderMarkOf(ours, 'checkpoints', name))
    times.trash.push(await timed(() => targets.map((target) => moveFolderToTrash(ours, 'bench', target))))
    for (const { path } of targets) moveBack({ homePath: ours, receiptId: 'bench', names: path })
    times.remove.push(await timed(() => removeFolders(ours, targets)))
    if (round % 2 === 1) await byRm()
    if (namesIn(ours).length + namesIn(theirs).length > 0) throw new Error('not everything was removed')
  }
  const beside = (own: readonly number[]) => median(own.map((ms, round) => ms / (times.rm[round] ?? 0)))
  return [
    benchRow('remove: rm -rf of 300 repositories', median(times.rm), 'ms'),
    benchRow('remove: the same, each checked first', median(times.remove), 'ms'),
    benchRow('remove: checked / rm -rf', beside(times.remove), '×', REMOVE_LIMIT),
    benchRow('remove: to the trash', median(times.trash), 'ms'),
    benchRow('remove: to the trash / rm -rf', beside(times.trash), '×', TRASH_LIMIT),
  ]
}

function layRepositories(path: string): string {
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
