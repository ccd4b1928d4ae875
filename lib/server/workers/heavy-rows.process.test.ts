/** Rows too large for memory never take the server with them. In a process of its own, whose memory is measured. */
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runUnprivileged as runScript } from '../../testing/processes/other-process.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { makeHeavyRows } from '../../testing/torture/heavy-rows.ts'

const temp = tempHome()
afterAll(temp.cleanup)

const PEAK_MB = 450

const WORK = `
  const { workOnHeavyRows } = await load('lib/testing/torture/heavy-rows.ts')
  const { HOME_PATH, DATA } = process.env
  console.log(JSON.stringify(await workOnHeavyRows(HOME_PATH, DATA, ['delete'])))
`

it.skipIf(process.platform !== 'linux')(
  'a message of 60 MB and 30 of 3 MB are shown and cleaned up with little memory',
  () => {
    makeHeavyRows(temp.path, 'nov', { giantMb: 60, count: 30 })
    const report = runScript(WORK, { HOME_PATH: temp.path, DATA: join(temp.root, 'data') })
    expect(report).toEqual({
      peakMb: expect.any(Number),
      // The giant is kept by the plan.
      outcomes: { delete: '2/0/0' },
      shown: 33,
    })
    expect((report as { readonly peakMb: number }).peakMb).toBeLessThan(PEAK_MB)
  },
)
