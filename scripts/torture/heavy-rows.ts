/**
 * One message of 120 MB and 200 of 3 MB in a home of each full-text layout: shown, cleaned up in every way and restored by the
 * server's own threads, in a process whose memory is measured. `heavy-rows.ts aug` does one layout.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Era } from '../../lib/testing/make-home.ts'
import { tempHome } from '../../lib/testing/temp-home.ts'
import { makeHeavyRows, workOnHeavyRows } from '../../lib/testing/torture/heavy-rows.ts'

const PEAK_LIMIT_MB = 500
const ERAS: readonly Era[] = ['may', 'aug', 'nov']

const [what, homePath, dataDir] = process.argv.slice(2)
if (what === 'work') await work(homePath ?? '', dataDir ?? '')
else for (const era of ERAS.filter((each) => what === undefined || each === what)) measure(era)

async function work(home: string, data: string): Promise<void> {
  const { peakMb, outcomes } = await workOnHeavyRows(home, data, ['trash', 'archive', 'delete'])
  const isWhole = Object.values(outcomes).every((outcome) => outcome === '2/0/0')
  console.log(`peak ${peakMb} MB, done/skipped/failed ${JSON.stringify(outcomes)}`)
  if (!isWhole || peakMb >= PEAK_LIMIT_MB) process.exitCode = 1
}

function measure(era: Era): void {
  const temp = tempHome()
  try {
    makeHeavyRows(temp.path, era, { giantMb: 120, count: 200 })
    const args = [import.meta.filename, 'work', temp.path, join(temp.root, 'data')]
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    console.log(`${era}: ${status === 0 ? 'ok' : 'FAILED'}`)
    if (status !== 0) process.exitCode = 1
  } finally {
    temp.cleanup()
  }
}
