/** What pruning rows costs, and how much it delays a Hermes that writes at the same time. */
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { SessionDelete } from '../../lib/execute/rows/delete-order.ts'
import { deleteSessions } from '../../lib/execute/rows/delete-sessions.ts'
import { endedItems, withReader } from '../../lib/testing/home-rows.ts'
import { makeHeavyHome } from '../../lib/testing/presets/heavy-home.ts'
import { startLiveWriter } from '../../lib/testing/processes/live-writer.ts'
import { FREELY, saveAll, withWriter } from '../../lib/testing/torture/row-run.ts'
import { type BenchRow, benchRow, median, percentile } from './bench-row.ts'

export const SESSION_COUNT = 3_049
export const MESSAGES = 67_000
export const PRUNED = 1_600
const ROUNDS = 3
const LIMITS = { ratio: 1.3, medianMs: 60, worstMs: 300 }

export async function benchPruneRows(tempDir: string): Promise<BenchRow[]> {
  const origin = join(tempDir, 'prune-origin')
  makeHeavyHome(origin, Date.now(), { sessions: SESSION_COUNT, messages: MESSAGES, isSearchable: true })
  const bare: number[] = []
  const ours: number[] = []
  const saving: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(deleteBare(copyHome(origin, tempDir, `bare-${round}`)))
    const { saveMs, deleteMs } = await deleteOurs(copyHome(origin, tempDir, `ours-${round}`))
    ours.push(deleteMs)
    saving.push(saveMs)
  }
  const live = await pruneBesideWriter(copyHome(origin, tempDir, 'live'))
  const rows = PRUNED.toLocaleString('en-US')
  return [
    benchRow(`prune: rows of ${rows} sessions in bare SQL`, median(bare), 'ms'),
    benchRow(
      `prune: rows of ${rows} sessions, against bare SQL`,
      median(ours) / median(bare),
      '×',
      LIMITS.ratio,
    ),
    benchRow(`prune: saving those rows, against bare SQL`, median(saving) / median(bare), '×'),
    benchRow('prune: a writer waits, median', live.medianMs, 'ms', LIMITS.medianMs),
    benchRow('prune: a writer waits, worst', live.worstMs, 'ms', LIMITS.worstMs),
    benchRow('prune: beside that writer', live.tookMs, 'ms'),
  ]
}

function copyHome(origin: string, tempDir: string, name: string): string {
  const home = join(tempDir, name)
  mkdirSync(home)
  cpSync(join(origin, 'state.db'), join(home, 'state.db'))
  return home
}

const pruned = (home: string): SessionDelete[] => endedItems(home).slice(0, PRUNED)

export const endedIds = (home: string): string[] => pruned(home).map(({ target }) => target.sessionId)

/** Like Hermes' own prune: one transaction, session by session. */
export function deleteBare(home: string): number {
  const ids = endedIds(home)
  const db = new Database(join(home, 'state.db'))
  try {
    db.pragma('synchronous = FULL')
    const startedAt = performance.now()
    const unlink = db.prepare('UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id = ?')
    const messages = db.prepare('DELETE FROM messages WHERE session_id = ?')
    const session = db.prepare('DELETE FROM sessions WHERE id = ?')
    db.transaction(() => {
      for (const id of ids) {
        unlink.run(id)
        messages.run(id)
        session.run(id)
      }
    }).immediate()
    return performance.now() - startedAt
  } finally {
    db.close()
  }
}

async function deleteOurs(home: string): Promise<{ saveMs: number; deleteMs: number }> {
  const items = pruned(home)
  return withWriter(
    home,
    async (writer) => {
      const startedAt = performance.now()
      const saved = saveAll(writer, items)
      const savedAt = performance.now()
      const outcomes = await deleteSessions(writer, items, { ...FREELY, saved })
      requireAllDone(outcomes.values())
      return { saveMs: savedAt - startedAt, deleteMs: performance.now() - savedAt }
    },
    { isAlone: true },
  )
}

async function pruneBesideWriter(home: string) {
  const items = pruned(home)
  const open = withReader(home, (db) =>
    db.prepare<[], string>('SELECT id FROM sessions WHERE ended_at IS NULL LIMIT 1').pluck().get(),
  )
  const live = await startLiveWriter(join(home, 'state.db'), open ?? '')
  try {
    const startedAt = performance.now()
    await withWriter(home, async (writer) => {
      requireAllDone((await deleteSessions(writer, items, FREELY)).values())
    })
    const tookMs = performance.now() - startedAt
    const { waitsMs, errors } = await live.report()
    if (errors.length > 0) throw new Error(`the writer failed: ${errors[0]}`)
    return { tookMs, medianMs: median(waitsMs), worstMs: percentile(waitsMs, 100) }
  } finally {
    await live.stop()
  }
}

function requireAllDone(outcomes: Iterable<{ readonly kind: string }>): void {
  for (const { kind } of outcomes) if (kind !== 'done') throw new Error(`a session was ${kind}`)
}
