/** Compares the HTTP API with SQL on copies of real homes of every era, if they exist next to the project. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { digestTree } from '../../lib/testing/digest-tree.ts'
import { expect, test } from '../support/fixtures.ts'
import { CONTRACT_HOMES, homeIdOf, makeContractHomes, openCopy } from '../support/homes/contract-homes.ts'
import { tileOf } from '../support/page-parts.ts'

const digests = new Map<string, string[]>()

test.use({
  homes: {
    make: (folder: string) => {
      const env = makeContractHomes(folder)
      for (const { id } of CONTRACT_HOMES) digests.set(id, digestTree(join(folder, id)))
      return env
    },
  },
})

for (const { id, known } of CONTRACT_HOMES) {
  test(`${id}: page and API equal SQL and know what must not be written`, async ({ page, lab }) => {
    const homeId = homeIdOf(id)
    const db = openCopy(lab.folder, id)
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
    const schema = one('SELECT version FROM schema_version')
    const cjkTriggers = one(
      "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'messages_fts_cjk_%'",
    )
    db.close()
    const names = readdirSync(join(lab.folder, id, 'sessions'))
    const transcripts = names.filter(
      (name) => /\.jsonl?$/.test(name) && name !== 'sessions.json' && !name.startsWith('request_dump_'),
    )
    expect(files?.transcripts.count).toBe(transcripts.length)

    const home = (await lab.homes()).find((listed) => listed.id === homeId)
    const refusals = home?.refusals.map(({ code }) => code) ?? []
    expect(home).toMatchObject({ schema, writable: refusals.length === 0 })
    expect(refusals.includes('cjk-tokenizer')).toBe(cjkTriggers !== 0)
    if (known !== null) expect({ schema: home?.schema, ftsLayout: home?.ftsLayout, refusals }).toEqual(known)

    await page.goto(`/?home=${homeId}`)
    expect((await tileOf(page, 'Open sessions'))[0]).toBe(`${sessions?.open}of${sessions?.total}`)
    for (const { message } of home?.refusals ?? []) {
      await page.getByText('What you can do').click()
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    }
    const stopped = page.getByText('Sessions and gateway entries can’t be changed.')
    await expect(stopped).toBeVisible({ visible: refusals.length > 0 })
    expect(digestTree(join(lab.folder, id))).toEqual(digests.get(id))
  })
}
