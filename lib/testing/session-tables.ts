/** Session tables and queries for tests. Name what matters; the default selects everything. */
import { assessHome } from '../domain/home/assess-home.ts'
import type { SessionFilter } from '../domain/sessions/list/session-filter.ts'
import { querySessions, type SessionPage, type SessionQuery } from '../domain/sessions/list/session-query.ts'
import { type TabulatedSessions, tabulateSessions } from '../domain/sessions/list/session-table.ts'
import type { SessionRow } from '../domain/sessions/session.ts'
import { ok } from '../shared/result.ts'
import { aFile, aSnapshot, NOW_MS } from './factories.ts'

export const ANY: SessionFilter = {
  q: null,
  group: 'all',
  source: [],
  state: [],
  endReason: [],
  model: [],
  job: [],
  idleMs: { min: null, max: null },
  startedMs: { min: null, max: null },
  ranges: {},
  pinned: null,
  shelved: null,
  protected: null,
}

export const aQuery = (query: Partial<SessionQuery> = {}): SessionQuery => ({
  view: 'rows',
  filter: ANY,
  sort: 'startedAt',
  order: 'desc',
  cursor: null,
  offset: null,
  limit: 100,
  ...query,
})

export const sessionTableOf = (
  rows: readonly SessionRow[],
  fileBytes = new Map<string, number>(),
): TabulatedSessions => {
  const files = [...fileBytes].map(([sessionId, bytes]) =>
    aFile({ sessionId, name: `session_${sessionId}.json`, bytes }),
  )
  const snapshot = aSnapshot({
    rows: ok(rows),
    sessionFiles: ok({ files, irregular: 0, countedAtMs: NOW_MS }),
    jobs: ok([
      {
        id: 'job1',
        name: 'inbox-triage',
        schedule: null,
        enabled: true,
        nextRunMs: null,
        lastRunMs: null,
        lastStatus: null,
        trouble: null,
      },
    ]),
  })
  const home = assessHome(snapshot, NOW_MS, { lastHourMs: () => 0, messageBytes: (id) => id.length * 100 })
  const table = tabulateSessions(home)
  if (table === null) throw new Error('rows were given')
  return table
}

export function queryTable(table: TabulatedSessions, query: Partial<SessionQuery> = {}): SessionPage {
  const page = querySessions(table, aQuery(query), NOW_MS)
  if (!page.ok) throw new Error(page.fault.message)
  return page.value
}

export const idsOf = (table: TabulatedSessions, filter: Partial<SessionFilter>): string[] =>
  queryTable(table, { filter: { ...ANY, ...filter } })
    .items.map(({ id }) => id)
    .sort()
