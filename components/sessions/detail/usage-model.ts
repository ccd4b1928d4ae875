/** Which models and tasks used the tokens of a session. */

import type { TableModel } from '@/components/charts/chart-data'
import { costWords } from '@/components/sessions/table/words'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { oneLine } from '@/lib/domain/sessions/session-label'
import { formatCount, formatShort } from '@/lib/shared/numbers'
import { NOT_BY_MODEL, USAGE_CAPTION } from './words'

/** Null if this home records no usage by model, or none for this session. */
export function usageTable(usage: SessionDetail['usage']): TableModel | null {
  if (usage === null || usage.rows.length === 0) return null
  const rest = usage.unattributed
  const hasRest = rest.inputTokens + rest.outputTokens + rest.cacheReadTokens + rest.cacheWriteTokens > 0
  return {
    caption: USAGE_CAPTION,
    head: ['Model', 'Task', 'Calls', 'Fresh input', 'Output', 'Cache read', 'Cache write', 'Cost'],
    rows: [
      ...usage.rows.map((row) => ({
        key: `${row.model} ${row.provider} ${row.task}`,
        cells: [
          oneLine(row.model),
          row.task === null ? 'conversation' : oneLine(row.task),
          formatCount(row.apiCalls),
          ...tokens(row),
          costWords(row.costUsd),
        ],
      })),
      ...(hasRest
        ? [
            {
              key: 'rest',
              cells: [NOT_BY_MODEL, 'conversation', 'unknown', ...tokens(rest), 'unknown'],
            },
          ]
        : []),
    ],
  }
}

type Tokens = NonNullable<SessionDetail['usage']>['unattributed']

const tokens = (of: Tokens): string[] =>
  [of.inputTokens, of.outputTokens, of.cacheReadTokens, of.cacheWriteTokens].map(formatShort)
