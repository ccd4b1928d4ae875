/** The counters of one sample. What was not read is null. */
import type { CounterSample } from '../../domain/home/sample.ts'
import type { DatabaseFacts } from '../../domain/home/snapshot.ts'
import type { SessionRow } from '../../domain/sessions/session.ts'
import type { DiskSpace } from '../../domain/storage/storage.ts'

export type SampleCounts = {
  readonly sessions: readonly SessionRow[] | null
  readonly database: DatabaseFacts | null
  readonly space: DiskSpace | null
  readonly lastMessageId: number | null
}

export function counterSampleOf(
  { sessions, database, space, lastMessageId }: SampleCounts,
  atMs: number,
): CounterSample {
  const sum = (of: (session: SessionRow) => number) =>
    sessions?.reduce((total, session) => total + of(session), 0) ?? null
  return {
    atMs,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cacheReadTokens: sum(({ cacheReadTokens }) => cacheReadTokens),
    cacheWriteTokens: sum(({ cacheWriteTokens }) => cacheWriteTokens),
    sessions: sessions?.length ?? null,
    openSessions: sum(({ endedMs }) => (endedMs === null ? 1 : 0)),
    lastMessageId,
    databaseBytes: database?.databaseBytes ?? null,
    walBytes: database?.walBytes ?? null,
    freeBytes: space?.freeBytes ?? null,
  }
}
