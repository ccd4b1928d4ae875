/**
 * Replaces folders by links while they are worked on. First at every call of each action, then by another process that
 * does so all the time, in whole runs. `node scripts/torture/swaps.ts [ONE-IN] [ROUNDS]`: one in this many calls,
 * default all; rounds of whole runs, default 20. Exits with 1 if something outside changed or a receipt is wrong.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DISPOSITIONS } from '../../lib/domain/plan/action.ts'
import { SWAP_ACTIONS } from '../../lib/testing/torture/swap-actions.ts'
import { runBesideSwaps } from '../../lib/testing/torture/swap-loop.ts'
import type { SwapSweep, SwapSwept } from '../../lib/testing/torture/swap-sweep.ts'

const oneIn = Number(process.argv[2] ?? 1)
const rounds = Number(process.argv[3] ?? 20)
const CHILD = join(import.meta.dirname, '../../lib/testing/torture/swap-child.ts')
const FILES = 2_000
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-torture-')))

for (const [action, { swapped }] of Object.entries(SWAP_ACTIONS)) {
  const sweeps = swapped.map(
    (path, offset): SwapSweep => ({ action, folder: path, hasHandles: true, oneIn, offset }),
  )
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [CHILD, join(folder, 'sweep'), JSON.stringify(sweeps)],
    { encoding: 'utf8', maxBuffer: 1_000_000_000 },
  )
  if (status !== 0) throw new Error(`${action}: ${stderr}`)
  const swept: readonly SwapSwept[] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]')
  const tried = swept.reduce((sum, sweep) => sum + sweep.tried, 0)
  report(
    `${action}: a folder replaced at ${tried} calls`,
    swept.flatMap(({ wrong }) => wrong),
  )
}

for (const disposition of DISPOSITIONS)
  for (let round = 1; round <= rounds; round += 1) {
    const { done, left, wrong } = await runBesideSwaps(join(folder, 'loop'), { disposition, files: FILES })
    report(`${disposition} beside another process, ${round} of ${rounds}: ${done} done, ${left} left`, wrong)
  }
rmSync(folder, { recursive: true, force: true })

function report(name: string, wrong: readonly string[]): void {
  console.log(`swaps: ${name}; ${wrong.length} wrong`)
  for (const what of wrong) console.error(`  ${what}`)
  if (wrong.length > 0) process.exitCode = 1
}
