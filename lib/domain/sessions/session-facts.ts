/**
 * Facts about a session with their source: its row, its files, Steward's message index, the gateway's routes.
 */
import { toIso } from '../../shared/time.ts'
import { isIncluded } from '../tokens/cost-split.ts'
import type { SessionItem } from './list/session-item.ts'
import type { Session } from './session.ts'

export type Fact = {
  readonly name: string
  readonly value: number | string | null
  readonly unit: 'time' | 'count' | 'bytes' | 'usd' | 'text'
  readonly source: 'row' | 'file' | 'index' | 'route'
}

type Beside = {
  readonly files: readonly { readonly modifiedAt: string | null; readonly ageMs: number }[] | null
  readonly hours:
    | readonly { readonly messages: number; readonly toolCalls: number; readonly toolMessages: number }[]
    | null
  readonly routedMs: number | null
}

export function sessionFacts(
  session: Session,
  item: SessionItem,
  { files, hours, routedMs }: Beside,
): Fact[] {
  const counted = (of: (hour: NonNullable<Beside['hours']>[number]) => number): number | null =>
    hours === null ? null : hours.reduce((sum, hour) => sum + of(hour), 0)
  const newest = files?.reduce<(typeof files)[number] | null>(
    (found, file) => (found === null || file.ageMs < found.ageMs ? file : found),
    null,
  )
  return [
    fact('Started', item.startedAt, 'time', 'row'),
    fact('Ended', item.endedAt, 'time', 'row'),
    fact('End reason', session.endReason, 'text', 'row'),
    fact('Heartbeat', toIso(session.heartbeatMs), 'time', 'row'),
    fact('Last message', toIso(session.lastMessageMs), 'time', 'index'),
    fact('Files last written', newest?.modifiedAt ?? null, 'time', 'file'),
    fact('Route last used', toIso(routedMs), 'time', 'route'),
    // The row counts visible messages only. Rewound and compacted ones are still in the file.
    fact('Messages shown', session.messages, 'count', 'row'),
    fact(
      'Messages stored',
      counted(({ messages }) => messages),
      'count',
      'index',
    ),
    fact('Tool calls', session.toolCalls, 'count', 'row'),
    fact(
      'Tool calls stored',
      counted(({ toolCalls }) => toolCalls),
      'count',
      'index',
    ),
    fact(
      'Tool results stored',
      counted(({ toolMessages }) => toolMessages),
      'count',
      'index',
    ),
    fact('Model calls', session.apiCalls, 'count', 'row'),
    fact('Fresh input', session.inputTokens, 'count', 'row'),
    fact('Output', session.outputTokens, 'count', 'row'),
    fact('Cache read', session.cacheReadTokens, 'count', 'row'),
    fact('Cache write', session.cacheWriteTokens, 'count', 'row'),
    isIncluded(session)
      ? fact('Cost', 'included', 'text', 'row')
      : fact('Cost', session.costUsd, 'usd', 'row'),
    fact('Cost status', session.costStatus, 'text', 'row'),
    fact('Bytes in state.db', item.messageBytes, 'bytes', 'index'),
    fact('Bytes on disk', item.bytes, 'bytes', 'file'),
    fact('Files', item.files, 'count', 'file'),
    fact('Chat', session.sessionKey, 'text', 'row'),
    fact('Model', session.model, 'text', 'row'),
  ]
}

const fact = (name: string, value: Fact['value'], unit: Fact['unit'], source: Fact['source']): Fact => ({
  name,
  value,
  unit,
  source,
})
