/** Texts about one session: its conversation, what removing it would free, and what protects it. */
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { oneLine } from '@/lib/domain/sessions/session-label'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'

/** The list shows a conversation as one row. This says which part of it the session is. */
export function conversationWords({ conversation, session }: SessionDetail): string | null {
  if (conversation === null) return null
  const { parts, delegates, totals } = conversation
  const lineage = session.lineage
  const own =
    lineage?.edge === 'delegate'
      ? 'This is a subagent'
      : lineage !== null && lineage.parts > 1
        ? `This is part ${formatCount(lineage.part)} of ${formatCount(lineage.parts)}`
        : 'This is the conversation itself'
  const others = [
    ...(parts > 1 ? [formatPlural(parts, 'part')] : []),
    ...(delegates > 0 ? [formatPlural(delegates, 'subagent')] : []),
  ].join(' and ')
  const bytes = totals.bytes === null ? 'unknown bytes' : formatBytes(totals.bytes)
  return `${own}. With ${others} it has ${formatPlural(totals.messages, 'message')} and ${bytes} on disk in all.`
}

/** What removing it would free, or why it is protected. */
export function freeWords({ session, leftOpen }: Pick<SessionDetail, 'session' | 'leftOpen'>): string {
  const { protections, state, bytes, messageBytes } = session
  if (protections.length > 0)
    return `Protected: ${protections.map(({ message }) => oneLine(message)).join(' ')}`
  const files = bytes === null ? 'unknown bytes' : formatBytes(bytes)
  const rows = messageBytes === null ? 'unknown bytes' : formatBytes(messageBytes)
  if (leftOpen)
    return `${state === 'leaked' ? 'Left open without a sign of life: close it first' : 'Another part of its conversation was left open: close that first'}, then it can be pruned. That frees ${files} on disk, and ${rows} in state.db after a compaction.`
  return `Nothing protects it. Pruned, it frees ${files} on disk, and ${rows} in state.db after a compaction.`
}
