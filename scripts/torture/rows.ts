/**
 * Kills a process that deletes rows at many random moments and checks every home afterwards. `node
 * scripts/torture/rows.ts [ROUNDS]`, default 200. Exits with 1 at the first incomplete home.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KillFound, killOnce, makeKillHome } from '../../lib/testing/torture/kill-rows.ts'

const rounds = Number(process.argv[2] ?? 200)
const LONGEST_MS = 900
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-torture-')))
const found: Record<KillFound, number> = { whole: 0, half: 0, gone: 0 }
try {
  makeKillHome(join(folder, 'origin'))
  for (let round = 0; round < rounds; round += 1) {
    const home = join(folder, `round-${round}`)
    const ms = Math.random() * LONGEST_MS
    try {
      found[await killOnce(join(folder, 'origin'), home, { at: { ms }, someoneWrites: round % 2 === 1 })] += 1
    } catch (error) {
      console.error(`round ${round}, killed after ${Math.round(ms)} ms: ${String(error)}`)
      process.exitCode = 1
      break
    }
    rmSync(home, { recursive: true, force: true })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(
  `rows: ${found.whole} untouched, ${found.half} half taken, ${found.gone} gone; all whole afterwards`,
)
