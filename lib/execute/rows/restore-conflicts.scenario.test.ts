/** What cannot be restored exactly is reported before anything is written, and left out. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LARGEST_RESTORED_BYTES } from '../../domain/sessions/largest-row.ts'
import { endedItems, readAllRows } from '../../testing/home-rows.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FREELY, saveAll, withWriter } from '../../testing/torture/row-run.ts'
import { deleteSessions } from './delete-sessions.ts'
import { checkRestore } from './restore/check-restore.ts'
import { restoreSessions } from './restore/restore-sessions.ts'

let temp: TempHome
let home: string
beforeEach(() => {
  temp = tempHome()
  home = smallHome(temp.path, 'aug', Date.now(), { checkpoints: [], files: [] }).path
})
afterEach(() => temp.cleanup())

const ID = 'family_branch'
const someMessage = `INSERT INTO messages (id, session_id, role, timestamp)`

it.each([
  [
    'its id is used again',
    'id-taken',
    `INSERT INTO sessions (id, source, started_at) VALUES ('${ID}', 'cli', 1)`,
  ],
  [
    'a message number of it is used again',
    'message-id-taken',
    `INSERT INTO sessions (id, source, started_at) VALUES ('new', 'cli', 1);
     ${someMessage} VALUES ((SELECT min(id) FROM taken), 'new', 'user', 1)`,
  ],
  [
    'its title is used again',
    'title-taken',
    `INSERT INTO sessions (id, source, started_at, title) VALUES ('new', 'cli', 1, 'The branch')`,
  ],
  [
    'its prompt has another text',
    'prompt-differs',
    `INSERT OR REPLACE INTO system_prompts (hash, prompt) SELECT hash, 'other' FROM named`,
  ],
])('a session is reported and not restored when %s', async (_, code, sql) => {
  const db = new Database(join(home, 'state.db'))
  db.exec(`UPDATE sessions SET title = 'The branch' WHERE id = '${ID}'`)
  const items = endedItems(home).filter(({ target }) => target.sessionId === ID)
  db.exec(`CREATE TEMP TABLE taken AS SELECT id FROM messages WHERE session_id = '${ID}';
    CREATE TEMP TABLE named AS SELECT system_prompt_hash AS hash FROM sessions WHERE id = '${ID}'`)
  await withWriter(home, async (writer) => {
    const saved = saveAll(writer, items)
    await deleteSessions(writer, items, { ...FREELY, saved })
    db.exec(sql)
    const before = readAllRows(home)
    const { conflicts, free } = await checkRestore(writer, saved.all, null)
    expect(conflicts).toMatchObject([{ sessionId: ID, code, isBlocking: true }])
    expect(free.size).toBe(0)
    const outcomes = await restoreSessions(writer, () => saved.all, { only: null, stop: () => false })
    expect(outcomes.get(ID)).toMatchObject({ kind: 'skipped', code: 'place-taken' })
    expect(readAllRows(home)).toEqual(before)
  })
  db.close()
})

it('a message larger than fits in memory, from a save of an earlier version, is left out', async () => {
  const items = endedItems(home)
  await withWriter(home, async (writer) => {
    const saved = saveAll(writer, items)
    await deleteSessions(writer, items, { ...FREELY, saved })
    const text = 'x'.repeat(LARGEST_RESTORED_BYTES)
    const large = saved.all.map((line) =>
      line.startsWith(`{"id":"${ID}"`) ? line.replace(/"content":"[^"]*"/, `"content":"${text}"`) : line,
    )
    const { conflicts } = await checkRestore(writer, large, null)
    const code = 'too-large'
    expect(conflicts).toMatchObject([{ sessionId: ID, code, isBlocking: true }])
    const outcomes = await restoreSessions(writer, () => large, { only: null, stop: () => false })
    expect(outcomes.get(ID)).toMatchObject({
      kind: 'skipped',
      code,
      message: expect.stringContaining('restores up to 16.0 MB. Newer Hermes can import it'),
    })
    expect([...outcomes.values()].filter(({ kind }) => kind !== 'done')).toHaveLength(1)
  })
  expect(endedItems(home)).toHaveLength(items.length - 1)
})

it('a link that cannot be restored is reported, and the rest is restored', async () => {
  const items = endedItems(home).filter(({ target }) => target.sessionId === ID)
  await withWriter(home, async (writer) => {
    const saved = saveAll(writer, items)
    await deleteSessions(writer, items, { ...FREELY, saved })
    const parent = endedItems(home).filter(({ target }) => target.sessionId === 'family_parent')
    await deleteSessions(writer, parent, FREELY)
    const { conflicts } = await checkRestore(writer, saved.all, null)
    expect(conflicts).toMatchObject([{ sessionId: ID, code: 'parent-gone', isBlocking: false }])
    const outcomes = await restoreSessions(writer, () => saved.all, { only: null, stop: () => false })
    expect(outcomes.get(ID)?.kind).toBe('done')
  })
  const [back] = endedItems(home).filter(({ target }) => target.sessionId === ID)
  expect(back?.target.mark).toEqual({ ...items[0]?.target.mark, parentId: null })
})

it('a child that has another parent by now keeps it', async () => {
  const items = endedItems(home).filter(({ target }) => target.sessionId === 'family_parent')
  await withWriter(home, async (writer) => {
    const saved = saveAll(writer, items)
    await deleteSessions(writer, items, { ...FREELY, saved })
    const db = new Database(join(home, 'state.db'))
    db.exec(`UPDATE sessions SET parent_session_id = 'twin' WHERE id = '${ID}'`)
    db.close()
    await restoreSessions(writer, () => saved.all, { only: null, stop: () => false })
  })
  const children = endedItems(home).filter(({ target }) => target.mark.parentId === 'family_parent')
  expect(children).toHaveLength(4)
  const [moved] = endedItems(home).filter(({ target }) => target.sessionId === ID)
  expect(moved?.target.mark.parentId).toBe('twin')
})
