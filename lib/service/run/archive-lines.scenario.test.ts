/** Saved rows are one JSON object per line, so that other programs can read them line by line. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBundleLines } from '../../execute/bundle/read-bundle.ts'
import { writeBundle } from '../../execute/bundle/write-bundle.ts'
import { deleteSessions } from '../../execute/rows/delete-sessions.ts'
import { restoreSessions } from '../../execute/rows/restore/restore-sessions.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { cleanLab, stepsOf } from '../../testing/clean-lab.ts'
import { endedItems, readAllRows } from '../../testing/home-rows.ts'
import { unpackLegacyData } from '../../testing/legacy-data.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FREELY, saveAll, withWriter } from '../../testing/torture/row-run.ts'
import { ROWS } from './saves.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

const IDS = ['one', 'three', 'two']

function makeSessions(): void {
  const nowMs = Date.now()
  const startedMs = nowMs - 40 * DAY_MS
  const sessions = IDS.map((id) => ({ id, startedMs, endedMs: startedMs + HOUR_MS, messages: 3 }))
  makeHome({ path: temp.path, era: 'nov', nowMs, sessions })
}

/** The member as any other program sees it. */
function rowsIn(bundle: string): string {
  const tar = zstdDecompressSync(readFileSync(bundle))
  return execFileSync('tar', ['-xO', ROWS], { input: tar, encoding: 'utf8' })
}

it.each(['archive', 'trash'] as const)(
  '%s: each line is one session, and none is empty',
  async (disposition) => {
    makeSessions()
    const lab = cleanLab(temp.path, join(temp.root, 'data'))
    const before = readAllRows(temp.path)
    const receipt = await lab.run(await lab.plan(stepsOf('prune-sessions'), disposition))
    const folder =
      disposition === 'archive' ? join(temp.root, 'data', 'archives') : join(temp.path, '.steward-trash')
    const text = rowsIn(join(folder, receipt.id, '1.tar.zst'))
    expect(text.endsWith('}\n')).toBe(true)
    const lines: { id: string; messages: unknown[] }[] = text
      .slice(0, -1)
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ id, messages }) => [id, messages.length]).sort()).toEqual(IDS.map((id) => [id, 3]))
    await lab.restore(receipt.id)
    expect(readAllRows(temp.path)).toEqual(before)
    lab.store.close()
  },
)

it('a bundle with an empty line after each session is restored row for row', async () => {
  makeSessions()
  const before = readAllRows(temp.path)
  const items = endedItems(temp.path)
  await withWriter(temp.path, async (writer) => {
    const saved = saveAll(writer, items)
    const written = await writeBundle({
      homePath: temp.path,
      folder: join(temp.root, 'archives'),
      name: '1.tar.zst',
      sources: [{ kind: 'lines', name: ROWS, lines: () => saved.all.map((line) => `${line}\n`) }],
      about: {},
      nowMs: Date.now(),
    })
    if (!written.ok) throw new Error(written.fault.message)
    const { path } = written.value
    expect(
      rowsIn(path)
        .split('\n')
        .filter((line) => line === ''),
    ).toHaveLength(IDS.length + 1)
    await deleteSessions(writer, items, { ...FREELY, saved })
    expect(endedItems(temp.path)).toEqual([])
    await restoreSessions(writer, () => readBundleLines(path, ROWS), {
      only: new Set(IDS),
      stop: () => false,
    })
  })
  expect(readAllRows(temp.path)).toEqual(before)
})

it('archives of 0.1.0 have such lines (data-0-1-0.scenario.test.ts restores them)', () => {
  const { dataDir, receipts } = unpackLegacyData(temp.root)
  expect(rowsIn(join(dataDir, 'archives', receipts.archive, '3.tar.zst'))).toContain('}\n\n')
})
