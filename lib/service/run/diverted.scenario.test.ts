/** A `.jsonl` with messages that state.db lacks is never removed. One that only repeats the rows can be. */
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { readOutcomes } from '../../store/plans/journal.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, dataBeside, EVERYTHING, stepsOf } from '../../testing/clean-lab.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

const FILE = ['sessions', 'cut.jsonl'] as const

/** An ended session with two rows, and a transcript of it from after the time when gateways wrote them. */
function makeSession(contents: readonly string[]): CleanLab {
  const nowMs = Date.now()
  const startedMs = nowMs - 20 * DAY_MS
  const messages = ['first', 'second'].map((content, at) => ({
    role: 'user' as const,
    content,
    atMs: startedMs + at,
  }))
  makeHome({
    path: temp.path,
    era: 'nov',
    nowMs,
    sessions: [{ id: 'cut', startedMs, endedMs: startedMs + HOUR_MS, messages }],
  })
  const lines = contents.map((content) => `${JSON.stringify({ role: 'user', content })}\n`)
  writeFileSync(join(temp.path, ...FILE), lines.join(''))
  utimesSync(join(temp.path, ...FILE), startedMs / 1000, startedMs / 1000)
  return cleanLab(temp.path, dataBeside(temp.path))
}

describe.each(['delete', 'trash', 'archive'] as const)('%s', (disposition) => {
  it('leaves the session and the file if the rows lack a message of it', async () => {
    const lab = makeSession(['first', 'second', 'the row lacks this'])
    const before = captureHome(temp.path)
    const plan = await lab.plan(EVERYTHING, disposition)
    expect(plan.totals.act.items).toBe(0)
    expect(plan.totals.byReason.map(({ code }) => code)).toContain('diverted')
    await expect(lab.run(plan)).rejects.toThrow('nothing-left')
    expect(captureHome(temp.path)).toEqual(before)
    lab.store.close()
  })

  it.each(['prune-sessions', 'prune-files'] as const)(
    '%s takes a file whose lines are rows',
    async (action) => {
      const lab = makeSession(['first', 'second'])
      const receipt = await lab.run(await lab.plan(stepsOf(action), disposition))
      expect(receipt).toMatchObject({ state: 'done', done: 1 })
      expect(existsSync(join(temp.path, ...FILE))).toBe(false)
      lab.store.close()
    },
  )

  it('leaves a file whose rows went away after the plan', async () => {
    const lab = makeSession(['first', 'second'])
    const plan = await lab.plan(stepsOf('prune-files'), disposition)
    const db = new Database(join(temp.path, 'state.db'))
    db.exec('DELETE FROM messages WHERE id = 2')
    db.close()
    const receipt = await lab.run(plan)
    expect(receipt).toMatchObject({ done: 0, skipped: 1 })
    const page = readOutcomes(lab.store, receipt.id, { cursor: null, limit: 1, outcome: null })
    expect(page.ok && page.value.items[0]?.outcome).toMatchObject({ kind: 'skipped', code: 'only-copy' })
    expect(existsSync(join(temp.path, ...FILE))).toBe(true)
    lab.store.close()
  })
})
