/**
 * Cleans up many random homes with some items unticked: nothing else may change. `node
 * scripts/torture/laws.ts [HOMES]`, default 1,000. Exits with 1 at the first home with other changes and
 * prints how to reproduce it.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { anySurvivorsCase, survivorsOf } from '../../lib/testing/torture/survivors.ts'

const wanted = Number(process.argv[2] ?? 1_000)
const REPORT_EVERY = 100
const begunMs = performance.now()
let homes = 0
let taken = 0
const result = await fc.check(
  fc.asyncProperty(anySurvivorsCase, async (each) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-torture-')))
    try {
      const found = await survivorsOf(join(folder, 'home'), each)
      taken += found.taken
      if (found.wrong.length > 0) throw new Error(found.wrong.join('\n'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    homes += 1
    if (homes % REPORT_EVERY === 0) console.log(`laws: ${homes} of ${wanted} homes`)
  }),
  { numRuns: wanted, endOnFailure: true },
)
const minutes = ((performance.now() - begunMs) / 60_000).toFixed(1)
if (result.failed) {
  console.error(`laws: ${fc.defaultReportMessage(result)}\n${String(result.errorInstance)}`)
  process.exit(1)
}
console.log(`laws: ${homes} homes, ${taken} things taken, nothing else changed, ${minutes} minutes`)
