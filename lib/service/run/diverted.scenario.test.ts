/** A `.jsonl` that Hermes wrote because it could not write state.db may be the only copy of messages, so it is never removed. */
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { cleanLab, dataBeside, EVERYTHING } from '../../testing/clean-lab.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

it.each(['delete', 'trash', 'archive'] as const)(
  '%s leaves the session and the file',
  async (disposition) => {
    const nowMs = Date.now()
    const startedMs = nowMs - 20 * DAY_MS
    makeHome({
      path: temp.path,
      era: 'nov',
      nowMs,
      sessions: [{ id: 'cut', startedMs, endedMs: startedMs + HOUR_MS, messages: 2 }],
    })
    const file = join(temp.path, 'sessions', 'cut.jsonl')
    const lines = ['first', 'second', 'the row lacks this'].map((content) =>
      JSON.stringify({ role: 'user', content }),
    )
    writeFileSync(file, `${lines.join('\n')}\n`)
    utimesSync(file, startedMs / 1000, startedMs / 1000)
    const lab = cleanLab(temp.path, dataBeside(temp.path))
    const before = captureHome(temp.path)
    const plan = await lab.plan(EVERYTHING, disposition)
    expect(plan.totals.act.items).toBe(0)
    expect(plan.totals.byReason.map(({ code }) => code)).toContain('diverted')
    await expect(lab.run(plan)).rejects.toThrow('nothing-left')
    expect(captureHome(temp.path)).toEqual(before)
    lab.store.close()
  },
)
