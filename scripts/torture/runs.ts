/**
 * Kills whole runs for real: at every step of their journal, and at very many random moments, with each disposition.
 * `node scripts/torture/runs.ts [MOMENTS]`; 200 unless said. Ends with 1 at the first home that is not what was promised.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DISPOSITIONS, type Disposition } from '../../lib/domain/plan/action.ts'
import { type KillAt, type Killed, killRun } from '../../lib/testing/kill-run.ts'

const moments = Number(process.argv[2] ?? 200)
const MOST_STEPS = 500
const LONGEST_MS = 1_500
const found = new Map<string, number>()

for (const disposition of DISPOSITIONS) {
  for (let step = 1; step < MOST_STEPS; step += 1) {
    if ((await kill(disposition, { step })).ended) break
  }
}
for (let moment = 0; moment < moments; moment += 1) {
  const disposition = DISPOSITIONS[moment % DISPOSITIONS.length] ?? 'trash'
  await kill(disposition, { ms: Math.random() * LONGEST_MS })
}
for (const [what, count] of found) console.log(`runs: ${count} × ${what}`)
console.log('runs: every home is what was promised')

async function kill(disposition: Disposition, at: KillAt): Promise<Killed> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-torture-')))
  const killed = await killRun(folder, disposition, at).catch((error) => {
    console.error(
      `${disposition}, killed at ${JSON.stringify(at)}: ${String(error)}\nThe home is left at ${folder}.`,
    )
    process.exit(1)
  })
  rmSync(folder, { recursive: true, force: true })
  const when = 'step' in at ? 'at a step' : 'at a moment'
  const what = `${disposition}, killed ${when}: ${killed.ended ? 'had ended' : killed.state}`
  found.set(what, (found.get(what) ?? 0) + 1)
  return killed
}
