/** A plan that moves one old transcript, which no session owns, to the trash. */
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '../../lib/shared/time.ts'
import { ORPHANS, requestPlan } from './clean-lab.ts'
import { expect, type Lab } from './fixtures.ts'

export async function planOrphan(lab: Lab, id: string): Promise<{ id: string; digest: string }> {
  const path = join(lab.folder, 'home', 'sessions', `session_${id}.json`)
  writeFileSync(path, 'x'.repeat(50_000))
  const old = new Date(Date.now() - 30 * DAY_MS)
  utimesSync(path, old, old)
  let plan = await requestPlan(lab, [ORPHANS])
  // A scan is reused for a moment.
  await expect
    .poll(async () => {
      plan = await requestPlan(lab, [ORPHANS])
      return plan.totals.act.items
    })
    .toBeGreaterThan(0)
  return plan
}
