/**
 * Kills a process that deletes every ended session of a home at a random moment, then finishes or rolls back
 * the batch from its save. Throws if a session is neither complete nor deleted and saved.
 */
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { SessionDelete } from '../../execute/rows/delete-order.ts'
import { finishOrRollBack } from '../../execute/rows/finish-or-roll-back.ts'
import { restoreSessions } from '../../execute/rows/restore/restore-sessions.ts'
import { proveFromLines } from '../../execute/rows/saved-rows.ts'
import { decodeLine } from '../../execute/rows/saved-session.ts'
import { endedItems, findFaults, readAllRows, withReader } from '../home-rows.ts'
import { makeHome } from '../make-home.ts'
import { startLineChild } from '../processes/line-child.ts'
import { FREELY, withWriter } from './row-run.ts'

const HUGE = 'huge'

/** One session far too large for a turn, and a few small ones. */
export function makeKillHome(path: string, messages = 1_000): void {
  const day = Date.UTC(2026, 10, 1)
  makeHome({
    path,
    era: 'aug',
    nowMs: day,
    sessions: [
      { id: 'living', startedMs: day },
      { id: HUGE, startedMs: day, endedMs: day + 1, endReason: 'cli_close', messages },
      ...[1, 2, 3, 4, 5].map((each) => ({
        id: `small_${each}`,
        startedMs: day,
        endedMs: day + 1,
        endReason: 'cli_close',
        parentId: HUGE,
      })),
    ],
  })
}

export type KillRound = {
  /** When to kill it, or the turn at whose end it kills itself. */
  readonly at: { readonly ms: number } | { readonly turn: number }
  readonly someoneWrites: boolean
}
/** The state of the large session: untouched, partly deleted or gone. */
export type KillFound = 'whole' | 'half' | 'gone'

export async function killOnce(origin: string, folder: string, round: KillRound): Promise<KillFound> {
  mkdirSync(folder, { recursive: true })
  const home = join(folder, 'home')
  cpSync(origin, home, { recursive: true })
  const before = readAllRows(home)
  const items = endedItems(home)
  const file = join(folder, 'saved.jsonl')
  const child = await startLineChild(process.execPath, [
    join(import.meta.dirname, 'row-delete-child.ts'),
    home,
    file,
    ...('turn' in round.at ? [String(round.at.turn)] : []),
  ])
  const ended = child.ask('go').catch(() => 'killed')
  await ('ms' in round.at ? Promise.race([sleep(round.at.ms), ended]) : ended)
  await child.stop()
  const found = inspectHuge(home, items)
  const added = round.someoneWrites && found !== 'gone' ? addMessage(home) : null
  const outcomes = await finish(home, items, file)
  requireWhole(home, items, before, outcomes, added)
  await requireRestorable(home, file, before, added)
  return found
}

function inspectHuge(home: string, items: readonly SessionDelete[]): KillFound {
  const count = withReader(home, (db) =>
    db.prepare<[string], number>('SELECT count(*) FROM messages WHERE session_id = ?').pluck().get(HUGE),
  )
  const wanted = items.find(({ target }) => target.sessionId === HUGE)?.target.mark.messages
  return count === 0 ? 'gone' : count === wanted ? 'whole' : 'half'
}

function addMessage(home: string): string {
  const db = new Database(join(home, 'state.db'))
  try {
    db.prepare(
      "INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', 'late', 1)",
    ).run(HUGE)
    return 'late'
  } finally {
    db.close()
  }
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

async function finish(
  home: string,
  items: readonly SessionDelete[],
  file: string,
): Promise<ReadonlyMap<string, Outcome>> {
  const all = linesOf(file)
  const proof = await proveFromLines(all)
  const lines = (id: string) => all.filter((line) => decodeLine(line)?.id === id)
  return withWriter(home, (writer) => finishOrRollBack(writer, items, { ...FREELY, saved: { proof, lines } }))
}

function requireWhole(
  home: string,
  items: readonly SessionDelete[],
  before: ReadonlyMap<string, readonly string[]>,
  outcomes: ReadonlyMap<string, Outcome>,
  added: string | null,
): void {
  const stays = items.filter(({ target }) => outcomes.get(target.sessionId)?.kind !== 'done')
  const wanted = added === null ? [] : [HUGE]
  const kept = stays.map(({ target }) => target.sessionId)
  if (kept.join() !== wanted.join()) throw new Error(`kept ${kept.join() || 'nothing'}`)
  const left = readAllRows(home).get('messages')?.length ?? 0
  const taken = items
    .filter((item) => !stays.includes(item))
    .reduce((sum, { target }) => sum + target.mark.messages, 0)
  const expected = (before.get('messages')?.length ?? 0) - taken + wanted.length
  if (left !== expected) throw new Error(`${left} messages are left instead of ${expected}`)
  const faults = findFaults(home)
  if (faults.length > 0) throw new Error(`damaged: ${faults.join()}`)
}

/** Everything deleted is restored from the save, row for row. */
async function requireRestorable(
  home: string,
  file: string,
  before: ReadonlyMap<string, readonly string[]>,
  added: string | null,
): Promise<void> {
  if (added !== null) {
    const db = new Database(join(home, 'state.db'))
    db.prepare('DELETE FROM messages WHERE content = ?').run(added)
    db.prepare("UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'messages'").run()
    db.close()
  }
  const all = linesOf(file)
  await withWriter(home, (writer) => restoreSessions(writer, () => all, { only: null, stop: () => false }))
  const after = readAllRows(home)
  for (const [table, rows] of before)
    if (rows.join('\n') !== after.get(table)?.join('\n')) throw new Error(`${table} is not as it was`)
}
