/** A message too large for Steward keeps its session, with the reason, and nothing else. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import { LARGEST_ROW_BYTES } from '../../domain/sessions/largest-row.ts'
import { readBundleLines } from '../../execute/bundle/read-bundle.ts'
import { readSaved } from '../../execute/rows/saved-rows.ts'
import { DAY_MS } from '../../shared/time.ts'
import { readOutcomes } from '../../store/plans/journal.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { cleanLab, stepsOf } from '../../testing/clean-lab.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FIRST_PAGE, readPlanItems } from '../plan/read-plan.ts'
import { ROWS } from './saves.ts'

let temp: TempHome
afterEach(() => temp.cleanup())

function makeLab() {
  temp = tempHome()
  const nowMs = Date.now()
  const old = { startedMs: nowMs - 40 * DAY_MS, endedMs: nowMs - 39 * DAY_MS, messages: 2 }
  const { databasePath } = makeHome({
    path: temp.path,
    era: 'aug',
    nowMs,
    sessions: [
      { id: 'giant', ...old },
      { id: 'kin', ...old, parentId: 'giant' },
      { id: 'other', ...old },
    ],
  })
  return { lab: cleanLab(temp.path, join(temp.root, 'data')), databasePath }
}

function grow(databasePath: string, sessionId: string, characters: number, text = 'x'): void {
  const db = new Database(databasePath)
  db.prepare(
    `UPDATE messages SET content = ? WHERE id = (SELECT min(id) FROM messages WHERE session_id = ?)`,
  ).run(text.repeat(characters), sessionId)
  db.close()
}

/** Ids of the sessions in the receipt's archive. None if it has no archive. */
async function savedIn(root: string, receiptId: string): Promise<string[]> {
  const path = join(root, 'data', 'archives', receiptId, '1.tar.zst')
  if (!existsSync(path)) return []
  const ids: string[] = []
  for await (const { id } of readSaved(readBundleLines(path, ROWS))) ids.push(id)
  expect(ids).toHaveLength(2)
  return ids
}

it.each([
  [5_000_000, 'x', '5.00 MB'],
  // Too large to be searched for a NUL, which is no reason to speak of binary text.
  [4_500_000, 'é', '9.00 MB'],
])(
  'a plan keeps such a session and says which tool removes it: %i times %s',
  async (characters, text, size) => {
    const { lab, databasePath } = makeLab()
    grow(databasePath, 'giant', characters, text)
    const plan = await lab.plan(stepsOf('prune-sessions'), 'trash')
    const items = readPlanItems(
      { store: lab.store, now: Date.now },
      { id: plan.id, query: { ...FIRST_PAGE, verdict: 'keep' } },
    )
    const message = `One message is ${size}. Steward's limit is 4.00 MB. Use hermes sessions delete.`
    expect(items.ok && items.value.items.map(({ reason }) => reason)).toEqual([
      { code: 'too-large', message },
    ])
    expect((await lab.run(plan)).done).toBe(2)
    lab.store.close()
  },
)

it('in a conversation of several parts, each says which part it is', async () => {
  const { lab, databasePath } = makeLab()
  grow(databasePath, 'giant', 5_000_000)
  const db = new Database(databasePath)
  db.exec("UPDATE sessions SET end_reason = 'compression' WHERE id = 'giant'")
  db.close()
  const plan = await lab.plan(stepsOf('prune-sessions'), 'trash')
  const items = readPlanItems(
    { store: lab.store, now: Date.now },
    { id: plan.id, query: { ...FIRST_PAGE, verdict: 'keep' } },
  )
  const messages = items.ok ? items.value.items.map(({ key, reason }) => `${key}: ${reason.message}`) : []
  expect(messages.sort()).toEqual([
    expect.stringMatching(/^session:giant: One message is 5\.00 MB\./),
    expect.stringMatching(/^session:kin: giant is part of the same conversation\. One message is 5\.00 MB\./),
  ])
  lab.store.close()
})

it.each(['trash', 'archive', 'delete'] satisfies Disposition[])(
  'a row that has grown since the plan is skipped by a run, and the rest is done: %s',
  async (disposition) => {
    const { lab, databasePath } = makeLab()
    const plan = await lab.plan(stepsOf('prune-sessions'), disposition)
    grow(databasePath, 'giant', LARGEST_ROW_BYTES + 1)
    const receipt = await lab.run(plan)
    expect(receipt).toMatchObject({ done: 2, skipped: 1, failed: 0 })
    const page = readOutcomes(lab.store, receipt.id, { cursor: null, limit: 10, outcome: 'skipped' })
    expect(page.ok && page.value.items.map(({ outcome }) => outcome)).toMatchObject([
      { code: 'too-large', message: expect.stringContaining("Steward's limit is 4.00 MB") },
    ])
    expect(await savedIn(temp.root, receipt.id)).not.toContain('giant')
    lab.store.close()
  },
)

it.each([
  ['a prompt', `INSERT INTO system_prompts (hash, prompt) VALUES ('h', ?);`, 1],
  ['usage', `INSERT INTO session_model_usage (session_id, model) VALUES ('giant', ?);`, 3],
])(
  '%s too large for memory keeps the session, and the reason does not blame a message',
  async (_, sql, count) => {
    const { lab, databasePath } = makeLab()
    const db = new Database(databasePath)
    const add = db.prepare(sql)
    for (let at = 0; at < count; at += 1)
      add.run(String(at).padEnd(Math.ceil(LARGEST_ROW_BYTES / count), 'x'))
    if (sql.includes('system_prompts'))
      db.exec(`UPDATE sessions SET system_prompt_hash = 'h' WHERE id = 'giant'`)
    db.close()
    const receipt = await lab.run(await lab.plan(stepsOf('prune-sessions'), 'trash'))
    expect(receipt).toMatchObject({ done: 2, skipped: 1, failed: 0 })
    const page = readOutcomes(lab.store, receipt.id, { cursor: null, limit: 10, outcome: 'skipped' })
    expect(page.ok && page.value.items.map(({ outcome }) => outcome)).toMatchObject([
      {
        code: 'too-large',
        message: expect.stringMatching(/^Its prompt, usage and other data are 4\.00 MB\./),
      },
    ])
    lab.store.close()
  },
)

it('the largest row that is handled comes back as it was', async () => {
  const { lab, databasePath } = makeLab()
  const db = new Database(databasePath)
  const fixed = (db.prepare('SELECT * FROM messages LIMIT 1').get() as { content: string }).content.length
  db.close()
  grow(databasePath, 'giant', LARGEST_ROW_BYTES - 1_000 - fixed)
  const before = captureHome(temp.path)
  const receipt = await lab.run(await lab.plan(stepsOf('prune-sessions'), 'archive'))
  expect(receipt).toMatchObject({ done: 3 })
  expect(await lab.restore(receipt.id)).toMatchObject({ done: 3, failed: 0 })
  expect(captureHome(temp.path).rows).toEqual(before.rows)
  lab.store.close()
})
