/**
 * The first page of sessions in a heavy home, for every sort and many filters, asked of the observer as the
 * collector's worker asks it; new pictures and their tables fall within the time.
 */
import { join } from 'node:path'
import type { HomeRef } from '../../lib/domain/home.ts'
import { SORT_KEYS } from '../../lib/domain/session-columns.ts'
import type { SessionQuery } from '../../lib/domain/session-query.ts'
import { parseSessionParams } from '../../lib/runtime/session-params.ts'
import { HomeMemory } from '../../lib/service/home-memory.ts'
import { HomeObserver } from '../../lib/service/home-observer.ts'
import { readSessionList } from '../../lib/service/read-session-list.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { type BenchRow, benchRow, percentile } from './bench-row.ts'

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
] as const

export async function benchSessions(heavyHome: string, tempDir: string): Promise<BenchRow[]> {
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
      readOnly: true,
      clock: Date.now,
    })
    await observer.look()
    while (observer.countOn()) await new Promise((resolve) => setImmediate(resolve))
    await observer.countAgain()
    return await measure(observer)
  } finally {
    store.close()
  }
}

async function measure(observer: HomeObserver): Promise<BenchRow[]> {
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
    benchRow('sessions: rows in the home', sessions, 'sessions'),
    benchRow('sessions: first page asked', took.length, 'times'),
    benchRow('sessions: first page p50, any filter and sort', percentile(took, 50), 'ms', P50_LIMIT_MS),
    benchRow('sessions: first page p99, any filter and sort', percentile(took, 99), 'ms', P99_LIMIT_MS),
    benchRow('sessions: first page slowest', Math.max(...took), 'ms'),
    benchRow('sessions: any stretch by number p50', percentile(jumps, 50), 'ms', P50_LIMIT_MS),
    benchRow('sessions: any stretch by number p99', percentile(jumps, 99), 'ms', P99_LIMIT_MS),
  ]
}

function queryOf(params: string): SessionQuery {
  const parsed = parseSessionParams(new URLSearchParams(params))
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.value.query
}
