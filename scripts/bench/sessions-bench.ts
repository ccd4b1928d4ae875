/**
 * The first page of sessions in a heavy home for every sort and many filters, as in the collector's worker,
 * including new snapshots and their tables.
 */
import { join } from 'node:path'
import type { HomeRef } from '../../lib/domain/home/home.ts'
import { SORT_KEYS } from '../../lib/domain/sessions/list/session-columns.ts'
import type { SessionQuery } from '../../lib/domain/sessions/list/session-query.ts'
import { parseSessionParams } from '../../lib/server/http/params/session-params.ts'
import { HomeMemory } from '../../lib/service/observe/home-memory.ts'
import { HomeObserver } from '../../lib/service/observe/home-observer.ts'
import { readSessionList } from '../../lib/service/reports/read-session-list.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { hexOf } from '../../lib/testing/home/noise.ts'
import { makeHeavyHome } from '../../lib/testing/presets/heavy-home.ts'
import { startWriter } from '../../lib/testing/processes/line-child.ts'
import { type BenchRow, benchRow, percentile } from './bench-row.ts'
import { KEEP_WRITING } from './keep-writing.ts'

const ROUNDS = 3
const P50_LIMIT_MS = 60
const P99_LIMIT_MS = 200

const FILTERS = [
  '',
  'group=people',
  'q=2026',
  'q=claude',
  'q=zzzz',
  'source=cron&state=leaked',
  'endReason=null&minIdleHours=168',
  'model=null',
  'minMessages=10&minTokens=50000',
  'protected=false&minCostUsd=0.2',
  'view=conversations',
  'view=conversations&q=2026',
  'view=conversations&source=subagent&state=leaked',
  `job=${hexOf('job 5', 12)}`,
  'minTotalBytes=2000&maxBytes=100000',
  'pinned=true',
  'shelved=true&group=people',
] as const

/** A separate home with multi-part conversations, subagents, pins and files. */
const SIZE = { hasKin: true, transcripts: 6_000 } as const

export async function benchSessions(tempDir: string): Promise<BenchRow[]> {
  const heavyHome = join(tempDir, 'home')
  makeHeavyHome(heavyHome, Date.now(), SIZE)
  const opened = openStore(join(tempDir, 'sessions-bench-data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  const store = opened.value
  try {
    const home: HomeRef = {
      id: 'main',
      label: 'main',
      path: heavyHome,
      profile: null,
      root: heavyHome,
      demo: false,
    }
    const observer = new HomeObserver(home, new HomeMemory(store, heavyHome), {
      store,
      readOnly: true,
      clock: Date.now,
    })
    await observer.observe()
    while (observer.countOn()) await new Promise((resolve) => setImmediate(resolve))
    await observer.countAgain()
    const writer = await startWriter(join(heavyHome, 'state.db'))
    try {
      const quiet = await measure(observer, '')
      await writer.ask(KEEP_WRITING)
      return [...quiet, ...(await measure(observer, ', a commit every 100 ms'))]
    } finally {
      await writer.stop()
    }
  } finally {
    store.close()
  }
}

async function measure(observer: HomeObserver, beside: string): Promise<BenchRow[]> {
  const queries = FILTERS.flatMap((filter) =>
    SORT_KEYS.flatMap((sort) =>
      ['asc', 'desc'].map((order) => queryOf(`${filter}&sort=${sort}&order=${order}`)),
    ),
  )
  const took: number[] = []
  let sessions = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const startedMs = performance.now()
      const answer = await readSessionList(observer, query)
      took.push(performance.now() - startedMs)
      if (!answer.ok) throw new Error(`The listing answered ${answer.fault.code}.`)
      sessions = answer.value.of
    }
  }
  const jumps: number[] = []
  for (const query of queries) {
    for (const offset of [30_000, 59_000, 600]) {
      const startedMs = performance.now()
      await readSessionList(observer, { ...query, offset })
      jumps.push(performance.now() - startedMs)
    }
  }
  return [
    ...(beside === '' ? [benchRow('sessions: rows in the home', sessions, 'sessions')] : []),
    benchRow(`sessions: first page requests${beside}`, took.length, 'times'),
    benchRow(
      `sessions: first page p50, any filter and sort${beside}`,
      percentile(took, 50),
      'ms',
      P50_LIMIT_MS,
    ),
    benchRow(
      `sessions: first page p99, any filter and sort${beside}`,
      percentile(took, 99),
      'ms',
      P99_LIMIT_MS,
    ),
    benchRow(`sessions: first page slowest${beside}`, Math.max(...took), 'ms'),
    benchRow(`sessions: page by row number p50${beside}`, percentile(jumps, 50), 'ms', P50_LIMIT_MS),
    benchRow(`sessions: page by row number p99${beside}`, percentile(jumps, 99), 'ms', P99_LIMIT_MS),
  ]
}

function queryOf(params: string): SessionQuery {
  const parsed = parseSessionParams(new URLSearchParams(params))
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.value.query
}
