/** The demo has the numbers of a real home. Its ages are exact for ten minutes, so it is made for this file alone. */
import { demoHomes, expect, test } from '../support/fixtures.ts'

test.use({ homes: demoHomes })

test('the demo has exactly the numbers of a real home', async ({ lab }) => {
  const { sessions, files, demo, notices } = await lab.overview()
  expect(demo).toBe(true)
  expect(notices).toEqual([])
  expect(files?.transcripts).toMatchObject({ count: 728, apparentBytes: 94_330_000, cron: { count: 535 } })
  expect(files?.transcripts.ageBuckets.map(({ count }) => count)).toEqual([9, 54, 245, 418, 2, 0, 0])
  expect(sessions).toMatchObject({ total: 3_049, open: 887, leaked: 861, live: 26 })
  expect(sessions?.byEndReason).toEqual({
    cron_complete: 1_275,
    recovered: 640,
    cli_close: 229,
    session_reset: 17,
    compression: 1,
    null: 887,
  })
})
