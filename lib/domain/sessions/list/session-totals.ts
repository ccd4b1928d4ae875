/** Totals of all listed sessions, for the line above the table and the bytes a selection would free. */
import type { TabulatedSessions } from './session-table.ts'

export type ListedTotals = {
  readonly messages: number
  readonly toolCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** Of those with a price. Null if none has one. */
  readonly costUsd: number | null
  readonly bytes: number | null
  readonly files: number | null
  readonly messageBytes: number | null
  readonly pinned: number
  readonly shelved: number
  readonly protected: number
}

export function sumSessions(table: TabulatedSessions, places: readonly number[]): ListedTotals {
  const sums = {
    messages: 0,
    toolCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    pinned: 0,
    shelved: 0,
    protected: 0,
  }
  let costUsd: number | null = null
  for (const place of places) {
    const session = table.sessions[place]
    if (session === undefined) continue
    sums.messages += session.messages
    sums.toolCalls += session.toolCalls
    sums.inputTokens += session.inputTokens
    sums.outputTokens += session.outputTokens
    sums.cacheReadTokens += session.cacheReadTokens
    sums.cacheWriteTokens += session.cacheWriteTokens
    if (session.pinned) sums.pinned += 1
    if (session.archived) sums.shelved += 1
    if (session.protections.length > 0) sums.protected += 1
    if (session.costUsd !== null) costUsd = (costUsd ?? 0) + session.costUsd
  }
  return {
    ...sums,
    costUsd,
    bytes: sumColumn(table.fileBytes, places),
    files: sumColumn(table.files, places),
    messageBytes: sumColumn(table.messageBytes, places),
  }
}

function sumColumn(column: Float64Array | Uint32Array | null, places: readonly number[]): number | null {
  if (column === null) return null
  let sum = 0
  for (const place of places) sum += column[place] ?? 0
  return sum
}
