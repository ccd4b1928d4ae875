/** Homes with rows too large for memory. Measures the server's memory while it does everything with them. */
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Actor } from '../../domain/access/actor.ts'
import type { Disposition } from '../../domain/plan/action.ts'
import { consentPhrase } from '../../domain/plan/words.ts'
import type { TranscriptQuery } from '../../domain/sessions/transcript.ts'
import { type Answered, Collector } from '../../server/workers/collector.ts'
import { Executor } from '../../server/workers/executor.ts'
import { HomeLocks } from '../../server/workers/home-locks.ts'
import type { TranscriptAnswer } from '../../service/reports/read-session-transcript.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { stepsOf } from '../clean-lab.ts'
import { type Era, makeHome } from '../make-home.ts'

const MB = 1_000_000

/** One session with one message of `giantMb`, one with `count` messages of 3 MB, and a small one. */
export function makeHeavyRows(
  path: string,
  era: Era,
  { giantMb, count }: { readonly giantMb: number; readonly count: number },
): void {
  const nowMs = Date.now()
  const old = { startedMs: nowMs - 40 * DAY_MS, endedMs: nowMs - 40 * DAY_MS + HOUR_MS }
  const { databasePath } = makeHome({
    path,
    era,
    nowMs,
    sessions: [
      { id: 'giant', ...old, messages: 3 },
      { id: 'many', ...old, messages: count },
      { id: 'small', ...old, messages: 3 },
    ],
  })
  const db = new Database(databasePath)
  db.pragma('synchronous = OFF')
  const fill = db.prepare<[string, number]>('UPDATE messages SET content = ? WHERE id = ?')
  const idsOf = db.prepare<[string], number>('SELECT id FROM messages WHERE session_id = ?').pluck()
  const [giant = 0] = idsOf.all('giant')
  fill.run('g'.repeat(giantMb * MB), giant)
  // Two bytes per character in JavaScript.
  const text = 'large – '.repeat((3 * MB) / 10)
  for (const id of idsOf.all('many')) fill.run(`${id} ${text}`, id)
  db.close()
}

export type HeavyReport = {
  /** The process's highest memory, in MB. */
  readonly peakMb: number
  readonly outcomes: Readonly<Record<string, string>>
  /** Texts of the messages that were shown. */
  readonly shown: number
}

const BY: Actor = { name: 'a test', role: 'operator', via: 'token', address: '127.0.0.1' }

/** Browses, reads transcripts, cleans up and restores, through the server's own threads. */
export async function workOnHeavyRows(
  hermesHome: string,
  dataDir: string,
  dispositions: readonly Disposition[],
): Promise<HeavyReport> {
  const settings = { hermesHome, extraHomes: [], dataDir, demoHome: null, readOnly: false }
  const collector = new Collector(settings)
  const locks = new HomeLocks()
  const executor = new Executor({ ...settings, trashDays: 7, archiveDays: 90 }, locks)
  const outcomes: Record<string, string> = {}
  try {
    let shown = 0
    await collector.observe(null)
    for (const id of ['giant', 'many', 'small']) {
      await collector.query(null, 'session', { id })
      shown += await readTranscript(collector, id)
    }
    for (const disposition of dispositions) {
      const made = await collector.command(null, 'make-plan', {
        request: { steps: stepsOf('prune-sessions'), disposition },
        by: BY.name,
      })
      if (made === null || !made.answer.ok) throw new Error(JSON.stringify(made?.answer))
      const receiptId = await run(collector, executor, made.answer.value.plan)
      outcomes[disposition] = await describe(collector, receiptId)
      if (disposition === 'delete') continue
      const planned = await executor.planRestore(receiptId, BY)
      if (!planned.ok) throw new Error(planned.fault.message)
      const { answer } = await collector.queryStore('plan', { id: planned.value.planId })
      if (!answer.ok) throw new Error(JSON.stringify(answer.fault))
      const restored = await run(collector, executor, answer.value)
      outcomes[`${disposition} restored`] = await describe(collector, restored)
    }
    return { peakMb: peakMb(), outcomes, shown }
  } finally {
    await executor.close()
    locks.release()
    await collector.stop()
  }
}

async function readTranscript(collector: Collector, id: string): Promise<number> {
  let shown = 0
  for (let cursor: string | null = null; ; ) {
    const query: TranscriptQuery = { cursor, from: 'start', limit: 200 }
    const page: Answered<TranscriptAnswer> | null = await collector.query(null, 'session-messages', {
      id,
      query,
    })
    if (page === null || !page.answer.ok) throw new Error(JSON.stringify(page?.answer))
    const { items, nextCursor } = page.answer.value
    shown += items.filter(({ text }) => text !== '').length
    if (nextCursor === null) return shown
    cursor = nextCursor
  }
}

type RunPlan = {
  readonly id: string
  readonly digest: string
  readonly homeId: string
  readonly totals: { readonly act: { readonly items: number } }
}

async function run(collector: Collector, executor: Executor, plan: RunPlan): Promise<string> {
  const consent = consentPhrase(plan.totals.act.items, plan.homeId)
  const approved = await executor.approve({ planId: plan.id, digest: plan.digest, except: [], consent }, BY)
  if (!approved.ok) throw new Error(approved.fault.message)
  const { receiptId } = approved.value
  for (;;) {
    const { answer } = await collector.queryStore('receipt', {
      id: receiptId,
      cursor: null,
      limit: 1,
      outcome: null,
    })
    if (answer.ok && answer.value.receipt.state !== 'running') return receiptId
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function describe(collector: Collector, id: string): Promise<string> {
  const { answer } = await collector.queryStore('receipt', { id, cursor: null, limit: 10, outcome: null })
  if (!answer.ok) throw new Error(JSON.stringify(answer.fault))
  const { done, skipped, failed } = answer.value.receipt
  return `${done}/${skipped}/${failed}`
}

function peakMb(): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
