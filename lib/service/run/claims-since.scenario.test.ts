/**
 * A session resumed between preview and run, in any way Hermes has, is kept whole. Its neighbor is removed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteSessions } from '../../execute/rows/delete-sessions.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { readBatches } from '../../store/plans/journal.ts'
import { filesOf } from '../../testing/capture-home.ts'
import { approvalOf, type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { endedItems, withReader } from '../../testing/home-rows.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FREELY, withWriter } from '../../testing/torture/row-run.ts'
import { approvePlan } from './approve-plan.ts'
import { trackProtections } from './current-protections.ts'
import { runReceipt } from './run-plan.ts'

let temp: TempHome
let lab: CleanLab
let home: string
beforeEach(() => {
  temp = tempHome()
  home = temp.path
  const nowMs = Date.now()
  const old = { startedMs: nowMs - 20 * DAY_MS, endedMs: nowMs - 20 * DAY_MS + HOUR_MS, messages: 3 }
  const file = { kind: 'transcript', bytes: 3_000, modifiedMs: nowMs - 20 * DAY_MS } as const
  makeHome({
    path: home,
    era: 'nov',
    nowMs,
    sessions: [
      { id: 'mine', ...old },
      { id: 'other', ...old },
    ],
    files: [
      { id: 'mine', ...file },
      { id: 'other', ...file },
    ],
    routes: [],
  })
  lab = cleanLab(home, dataBeside(home))
})
afterEach(() => {
  vi.useRealTimers()
  lab.store.close()
  temp.cleanup()
})

function change(sql: string, ...values: unknown[]): void {
  const db = new Database(join(home, 'state.db'))
  db.prepare(sql).run(...values)
  db.close()
}

const soon = () => Date.now() / 1000 + 600
const ENTRY = { session_key: 'agent:main:telegram:dm:1', session_id: 'mine', platform: 'telegram' }

const BY_ID: Readonly<Record<string, () => void>> = {
  pinned: () => change("UPDATE sessions SET pinned = 1 WHERE id = 'mine'"),
  'leased to a turn': () =>
    change("INSERT INTO session_turn_leases VALUES ('mine', 'gateway:pid=1', 1, ?)", soon()),
  'locked for compression': () =>
    change("INSERT INTO compression_locks VALUES ('mine', 'pid=1', 1, ?)", soon()),
}

const CLAIMS: Readonly<Record<string, readonly [code: string, claim: () => void]>> = {
  pinned: ['now-protected', BY_ID.pinned ?? fail],
  reopened: ['row-changed', () => change("UPDATE sessions SET ended_at = NULL WHERE id = 'mine'")],
  'routed in the table': [
    'now-protected',
    () =>
      change(
        'INSERT INTO gateway_routing (scope, session_key, entry_json, updated_at) VALUES (?, ?, ?, ?)',
        join(home, 'sessions'),
        ENTRY.session_key,
        JSON.stringify(ENTRY),
        soon(),
      ),
  ],
  'routed in the file': [
    'now-protected',
    () => {
      const path = join(home, 'sessions/sessions.json')
      const routes = { ...JSON.parse(readFileSync(path, 'utf8')), [ENTRY.session_key]: ENTRY }
      writeFileSync(path, JSON.stringify(routes))
    },
  ],
  'leased to a turn': ['now-protected', BY_ID['leased to a turn'] ?? fail],
  'locked for compression': ['now-protected', BY_ID['locked for compression'] ?? fail],
  'open in a chat window': [
    'now-protected',
    () => {
      mkdirSync(join(home, 'runtime'), { recursive: true })
      const chats = { sessions: [{ session_id: 'mine', pid: process.pid }] }
      writeFileSync(join(home, 'runtime/active_sessions.json'), JSON.stringify(chats))
    },
  ],
  'written to': [
    'message-arrived',
    () => change("INSERT INTO messages (session_id, role, timestamp) VALUES ('mine', 'user', 1)"),
  ],
}

function fail(): never {
  throw new Error('there is no such claim')
}

/** Everything of it: its row, its messages, its transcript. */
const mine = () => [
  ...withReader(home, (db) => [
    ...db.prepare("SELECT * FROM sessions WHERE id = 'mine'").all(),
    ...db.prepare("SELECT * FROM messages WHERE session_id = 'mine'").all(),
  ]),
  ...filesOf(home).filter((file) => file.includes('session_mine')),
]

const outcomesOf = (receiptId: string): Record<string, string | undefined> =>
  Object.fromEntries(
    readBatches(lab.store, receiptId).flatMap(({ items }) =>
      items.map(({ target, outcome }) => [
        target.kind === 'session' ? target.sessionId : '',
        outcome?.kind === 'skipped' ? outcome.code : outcome?.kind,
      ]),
    ),
  )

describe.each(['delete', 'trash'] as const)('%s', (disposition) => {
  it.each(Object.entries(CLAIMS))(
    'leaves a session that is %s since the preview',
    async (_, [code, claim]) => {
      const plan = await lab.plan(stepsOf('prune-sessions'), disposition)
      expect(plan.totals.act.items).toBe(2)
      claim()
      const before = mine()
      expect(before.length).toBeGreaterThanOrEqual(5)
      const { id } = await lab.run(plan)
      expect(mine()).toEqual(before)
      const outcomes = readBatches(lab.store, id).flatMap(({ items }) =>
        items.map(({ target, outcome }) => [
          target.kind === 'session' ? target.sessionId : '',
          outcome?.kind === 'skipped' ? outcome.code : outcome?.kind,
        ]),
      )
      expect(Object.fromEntries(outcomes)).toEqual({ mine: code, other: 'done' })
    },
  )
})

it.each(Object.entries(BY_ID))(
  'a session %s after the last check is kept by the transaction',
  async (_, claim) => {
    const protections = trackProtections(lab.home, Date.now)
    protections.refresh()
    const items = endedItems(home)
    claim()
    const outcomes = await withWriter(home, (writer) =>
      deleteSessions(writer, items, { ...FREELY, protect: protections.protect }),
    )
    expect(outcomes.get('mine')).toMatchObject({ code: 'now-protected' })
    expect(outcomes.get('other')).toMatchObject({ kind: 'done' })
  },
)

it('a chat window opened while the batch is being saved keeps its session', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const plan = await lab.plan(stepsOf('prune-sessions'), 'trash')
  const approved = approvePlan(lab.tools, approvalOf(plan, []), 'a test')
  if (!approved.ok) throw new Error(approved.fault.message)
  const { receiptId } = approved.value
  let asked = 0
  const now = () => {
    if (readBatches(lab.store, receiptId)[0]?.state === 'saving') asked += 1
    // The first call is the protection check before saving, the second comes from writing the bundle.
    if (asked === 2) {
      CLAIMS['open in a chat window']?.[1]()
      vi.advanceTimersByTime(5_000)
    }
    return Date.now()
  }
  await runReceipt({ ...lab.tools, now }, lab.home, receiptId)
  expect(asked).toBeGreaterThan(1)
  expect(outcomesOf(receiptId)).toEqual({ mine: 'now-protected', other: 'done' })
})

it('protections age by a monotonic clock', async () => {
  let nowMs = Date.now()
  const protections = trackProtections(lab.home, () => nowMs)
  protections.refresh()
  nowMs -= DAY_MS
  CLAIMS['open in a chat window']?.[1]()
  const protection = () => {
    protections.refresh()
    return withReader(home, (db) => protections.protect('mine', db))
  }
  await expect.poll(protection).toMatchObject({ code: 'open-chat' })
})

it('before the first read everything counts as in use', () => {
  const protections = trackProtections(lab.home, Date.now)
  expect(withReader(home, (db) => protections.protect('mine', db))).toMatchObject({ code: 'claims-unknown' })
})
