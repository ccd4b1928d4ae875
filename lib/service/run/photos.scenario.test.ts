/** Whole runs on homes with photos: what a plan says of them, what a run does, and what comes back. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOutcomes } from '../../store/plans/journal.ts'
import { readItemPage } from '../../store/plans/plan-items.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { findFaults } from '../../testing/home-rows.ts'
import { addPhotoSession, textHome } from '../../testing/photo-session.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FIRST_PAGE } from '../plan/read-plan.ts'

const SESSIONS = stepsOf('prune-sessions')

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

function skippedBy({ store }: CleanLab, receiptId: string): string[] {
  const page = readOutcomes(store, receiptId, { cursor: null, limit: 100, outcome: 'skipped' })
  if (!page.ok) throw new Error('bad cursor')
  return page.value.items.map(
    ({ label, outcome }) => `${label} ${outcome?.kind === 'skipped' ? outcome.code : ''}`,
  )
}

describe.each(['may', 'aug', 'nov'] as const)('%s', (era) => {
  const make = () => textHome(join(temp.root, 'home'), era)

  it('a plan keeps the photo another SQLite indexed, with its reason, and the rest runs', async () => {
    const home = make()
    addPhotoSession(home, { id: 'photo', indexedBy: 'older' })
    addPhotoSession(home, { id: 'ours', indexedBy: 'ours' })
    const lab = cleanLab(home, dataBeside(home))
    const plan = await lab.plan(SESSIONS, 'trash')
    const kept = itemsOf(lab, plan.id).filter(({ verdict }) => verdict === 'keep')
    expect(kept).toMatchObject([
      {
        key: 'session:photo',
        reason: {
          code: 'trigram-mismatch',
          message: expect.stringMatching(/another SQLite version.*hermes sessions delete photo\.$/i),
        },
      },
    ])
    expect(await lab.run(plan)).toMatchObject({ state: 'done', done: 7 })
    expect(findFaults(home)).toEqual([])
  })

  it.each(['trash', 'archive', 'delete'] as const)(
    'a photo the plan did not know yet is kept by the run (%s)',
    async (disposition) => {
      const home = make()
      addPhotoSession(home, { id: 'photo', indexedBy: 'older' })
      const before = captureHome(home)
      const lab = cleanLab(home, dataBeside(home))
      await lab.plan(SESSIONS, disposition)
      lab.store.db.exec('DELETE FROM nul_message')
      const plan = await lab.plan(SESSIONS, disposition)
      expect(plan.totals.act.items).toBe(7)
      const receipt = await lab.run(plan)
      expect(receipt).toMatchObject({ state: 'partial', done: 6, skipped: 1 })
      expect(skippedBy(lab, receipt.id)).toEqual(['photo trigram-mismatch'])
      expect(findFaults(home)).toEqual([])
      if (disposition === 'delete') return
      expect(await lab.restore(receipt.id)).toMatchObject({ state: 'done', done: 6 })
      expect(captureHome(home)).toEqual(before)
    },
  )
})

function itemsOf({ store }: CleanLab, planId: string) {
  const page = readItemPage(store, planId, FIRST_PAGE)
  if (page === null || !page.ok) throw new Error('no items')
  return page.value.items
}

/** Hermes compressed the photo's session and went on in another. */
function compress(home: string): void {
  const db = new Database(join(home, 'state.db'))
  db.exec(`UPDATE sessions SET end_reason = 'compression' WHERE id = 'photo';
    INSERT INTO sessions (id, source, started_at, ended_at, end_reason, parent_session_id, message_count)
    SELECT 'later', source, ended_at, ended_at + 60, 'cli_close', 'photo', 0 FROM sessions WHERE id = 'photo'`)
  db.close()
}

it('a restore plan names a photo that the index would count differently, before anything is written', async () => {
  const home = textHome(join(temp.root, 'home'), 'nov')
  addPhotoSession(home, { id: 'photo', indexedBy: 'ours', source: 'cron' })
  const lab = cleanLab(home, dataBeside(home))
  const receipt = await lab.run(await lab.plan(SESSIONS, 'archive'))
  expect(receipt).toMatchObject({ state: 'done', done: 7 })
  // From now on the index has cron sessions too, and what its owner would count of the photo is unknown.
  indexEverySession(home)
  const plan = await lab.restorePlan(receipt.id)
  const kept = itemsOf(lab, plan.id).filter(({ verdict }) => verdict === 'keep')
  expect(kept).toMatchObject([
    {
      label: 'photo',
      reason: { code: 'trigram-mismatch', message: expect.stringContaining('Newer Hermes') },
    },
  ])
  expect(await lab.run(plan)).toMatchObject({ state: 'done', done: 6 })
})

function indexEverySession(home: string): void {
  const db = new Database(join(home, 'state.db'))
  for (const event of ['insert', 'delete', 'update']) {
    const name = `messages_fts_trigram_${event}`
    const sql = String(db.prepare('SELECT sql FROM sqlite_master WHERE name = ?').pluck().get(name))
    const open = sql.replace(/\s+AND EXISTS\s*\(SELECT 1 FROM sessions[\s\S]*?IS NULL\s*\)/g, '')
    expect(open).not.toBe(sql)
    db.exec(`DROP TRIGGER ${name}; ${open}`)
  }
  db.close()
}

describe('in one conversation', () => {
  it('a photo keeps every part, and each says which one', async () => {
    const home = textHome(join(temp.root, 'home'), 'aug')
    addPhotoSession(home, { id: 'photo', indexedBy: 'older' })
    compress(home)
    const lab = cleanLab(home, dataBeside(home))
    const plan = await lab.plan(SESSIONS, 'trash')
    const kept = itemsOf(lab, plan.id).filter(({ verdict }) => verdict === 'keep')
    expect(kept.map(({ key, reason }) => [key, reason.code]).sort()).toEqual([
      ['session:later', 'trigram-mismatch'],
      ['session:photo', 'trigram-mismatch'],
    ])
    const later = kept.find(({ key }) => key === 'session:later')
    expect(later?.reason.message).toMatch(/^photo is part of the same conversation\. /)
  })
})
