import { expect, it } from 'vitest'
import { ok } from '../../shared/result.ts'
import { DAY_MS } from '../../shared/time.ts'
import { anAssessedSession, NOW_MS } from '../../testing/factories.ts'
import { buildTokensView } from './build-tokens-view.ts'
import { TOKEN_COLUMNS, tokenRows } from './tokens-rows.ts'

it('every row names its series, has every column, and leaves unknown values empty', () => {
  const session = anAssessedSession({ id: 'a', startedMs: NOW_MS - DAY_MS, inputTokens: 5 })
  const view = buildTokensView(
    {
      seenAtMs: NOW_MS,
      sessions: [session],
      fault: null,
      samples: [],
      usage: ok(null),
      hermesDays: ok([
        { day: '2026-11-14', input: 1, output: 2, cacheRead: 3, cacheWrite: 4, costUsd: null },
      ]),
      pruned: [{ ...session, id: 'gone', inputTokens: 9 }, session],
      burn: { tokensPerMinute: null, yesterdayPerMinute: null },
      jobName: (id) => id,
    },
    { days: 2, by: 'source' },
    NOW_MS,
  )
  const rows = tokenRows(view)
  for (const row of rows) expect(row).toHaveLength(TOKEN_COLUMNS.length)
  expect(rows.map((row) => [row[0], row[2], row[4], row[5]])).toEqual([
    ['session-start-day', null, '2026-11-14', 5],
    ['session-start-day', null, '2026-11-15', 0],
    ['measured', null, '2026-11-14', null],
    ['measured', null, '2026-11-15', null],
    ['hermes-day', null, '2026-11-14', 1],
    ['pruned-since', null, '2026-11-14', 9],
    ['session-start-day', 'cli', '2026-11-14', 5],
  ])
})
