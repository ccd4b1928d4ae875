/** Real homes of every era, where they lie beside the project: what the HTTP interface says equals SQL on a copy. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { digestTree } from '../lib/testing/digest-tree.ts'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { expect, test } from './fixtures.ts'
import { tileOf } from './page-parts.ts'

const FIXTURES = resolve(import.meta.dirname, '../../shared/fixtures')

const REAL = [
  { id: 'mar', schema: 6, ftsLayout: 'A', refusals: [] },
  { id: 'may', schema: 11, ftsLayout: 'B', refusals: [] },
  { id: 'aug', schema: 26, ftsLayout: 'C', refusals: [] },
  { id: 'augcjk', schema: 26, ftsLayout: 'C', refusals: ['cjk-tokenizer'] },
  { id: 'upg_mar', schema: 26, ftsLayout: 'mixed', refusals: ['fts-mixed'] },
] as const

const MADE = [{ id: 'made-nov', schema: 30, ftsLayout: 'D', refusals: [] }] as const

const HOMES = [...MADE, ...(existsSync(join(FIXTURES, 'unpack')) ? REAL : [])]

const digests = new Map<string, string[]>()

test.use({
  homes: {
    lay: (folder: string) => {
      for (const { id } of HOMES) {
        const path = join(folder, id)
        if (id === 'made-nov') smallHome(path, 'nov', Date.now())
        else execFileSync('python3', [join(FIXTURES, 'unpack'), id, path])
        for (const name of readdirSync(path).filter((one) => one.startsWith('state.db')))
          cpSync(join(path, name), join(folder, `copy-${id}`, name))
        digests.set(id, digestTree(path))
      }
      const [first = '', ...others] = HOMES.map(({ id }) => join(folder, id))
      return { HERMES_HOME: first, STEWARD_HOMES: others.join(':') }
    },
  },
})

for (const [index, { id, schema, ftsLayout, refusals }] of HOMES.entries()) {
  test(`${id}: page and interface have the numbers SQL finds, and know what must not be written`, async ({
    page,
    lab,
  }) => {
    const homeId = index === 0 ? 'main' : id
    const db = new Database(join(lab.folder, `copy-${id}`, 'state.db'))
    const one = (query: string) => db.prepare<[], number>(query).pluck().get()
    const { sessions, files, notices } = await lab.overview(homeId)
    expect(notices).toEqual([])
    expect(sessions?.total).toBe(one('SELECT count(*) FROM sessions'))
    expect(sessions?.open).toBe(one('SELECT count(*) FROM sessions WHERE ended_at IS NULL'))
    const bySource = db
      .prepare<[], { source: string; sessions: number }>(
        'SELECT source, count(*) AS sessions FROM sessions GROUP BY source',
      )
      .all()
    expect(sessions?.bySource).toEqual(
      Object.fromEntries(bySource.map(({ source, sessions: count }) => [source, count])),
    )
    db.close()
    const names = readdirSync(join(lab.folder, id, 'sessions'))
    const transcripts = names.filter(
      (name) => /\.jsonl?$/.test(name) && name !== 'sessions.json' && !name.startsWith('request_dump_'),
    )
    expect(files?.transcripts.count).toBe(transcripts.length)

    const home = (await lab.homes()).find((listed) => listed.id === homeId)
    expect(home).toMatchObject({ schema, ftsLayout, writable: refusals.length === 0 })
    expect(home?.refusals.map(({ code }) => code)).toEqual(refusals)

    await page.goto(`/?home=${homeId}`)
    expect((await tileOf(page, 'Open sessions'))[0]).toBe(`${sessions?.open}of${sessions?.total}`)
    for (const { message } of home?.refusals ?? []) {
      await page.getByText('What you can do').click()
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    }
    await expect(page.getByText('Read-only.')).toBeVisible({ visible: refusals.length > 0 })
    expect(digestTree(join(lab.folder, id))).toEqual(digests.get(id))
  })
}
