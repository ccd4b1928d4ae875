import { sourceColor } from '@/components/charts/colors'
import { LocalTime } from '@/components/ui/local-time'
import { QuantityText } from '@/components/ui/quantity'
import { Swatch } from '@/components/ui/swatch'
import type { SessionItem } from '@/lib/domain/sessions/list/session-item'
import { MANY_MESSAGES } from '@/lib/domain/sessions/session'
import { oneLine } from '@/lib/domain/sessions/session-label'
import { bytesQuantity, formatCount, formatShort } from '@/lib/shared/numbers'
import type { ColumnId } from './columns'
import { SessionStateBadge } from './state-badge'
import { ageWords, costWords, tokenSplit } from './words'

type Props = { column: ColumnId; item: SessionItem; seenAt: string | null }

/** One cell of the table. Unknown values say so and are never zero. */
export function SessionCell({ column, item, seenAt }: Props) {
  switch (column) {
    case 'source':
      return (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <Swatch color={sourceColor(item.source)} />
          <bdi className="truncate">{oneLine(item.source)}</bdi>
        </span>
      )
    case 'state':
      return <SessionStateBadge state={item.state} />
    case 'job':
      return item.job && <bdi title={oneLine(item.job.name)}>{oneLine(item.job.name)}</bdi>
    case 'model':
      return item.model && <bdi title={oneLine(item.model)}>{oneLine(item.model)}</bdi>
    case 'endReason':
      return item.endReason && <bdi>{oneLine(item.endReason)}</bdi>
    case 'startedAt':
    case 'endedAt': {
      const at = item[column]
      return at === null ? column === 'endedAt' ? 'open' : 'unknown' : <LocalTime iso={at} show="day-time" />
    }
    case 'lastActiveAt':
      return ageWords(item.lastActiveAt, seenAt)
    case 'messages':
      return (
        <span className={item.messages > MANY_MESSAGES ? 'text-warn-text' : 'text-text'}>
          {formatCount(item.messages)}
        </span>
      )
    case 'tokens':
      return <span title={tokenSplit(item)}>{formatShort(item.tokens)}</span>
    case 'inputTokens':
    case 'outputTokens':
    case 'cacheReadTokens':
    case 'cacheWriteTokens':
      return formatShort(item[column])
    case 'toolCalls':
    case 'apiCalls':
      return formatCount(item[column])
    case 'costUsd':
      return costWords(item.costUsd, item.costStatus)
    case 'files':
      return item.files === null ? 'unknown' : formatCount(item.files)
    case 'bytes':
    case 'messageBytes':
    case 'totalBytes': {
      const bytes = item[column]
      return bytes === null ? 'unknown' : <QuantityText {...bytesQuantity(bytes)} />
    }
  }
}
