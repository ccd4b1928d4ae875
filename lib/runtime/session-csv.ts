/** A listing of sessions as rows for a spreadsheet, written page by page so that no listing is too long. */
import type { SessionItem } from '../domain/session-item.ts'
import { type Cell, csvLines } from '../shared/csv.ts'

type Page = { readonly items: readonly SessionItem[]; readonly nextCursor: string | null }

/** `next` gives the page after a cursor; null ends the rows where they are. */
export function sessionCsv(
  first: Page,
  next: (cursor: string) => Promise<Page | null>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let page: Page | null = first
  let header: readonly (readonly Cell[])[] = [COLUMNS.map(([name]) => name)]
  return new ReadableStream({
    async pull(controller) {
      if (page === null) return controller.close()
      const rows = page.items.map((item) => COLUMNS.map(([, of]) => of(item)))
      controller.enqueue(encoder.encode(csvLines([...header, ...rows])))
      header = []
      page = page.nextCursor === null ? null : await next(page.nextCursor)
    },
  })
}

const COLUMNS: readonly (readonly [name: string, of: (item: SessionItem) => Cell])[] = [
  ['id', ({ id }) => id],
  ['source', ({ source }) => source],
  ['title', ({ title }) => title],
  ['model', ({ model }) => model],
  ['job', ({ job }) => job?.name ?? null],
  ['state', ({ state }) => state],
  ['startedAt', ({ startedAt }) => startedAt],
  ['endedAt', ({ endedAt }) => endedAt],
  ['endReason', ({ endReason }) => endReason],
  ['lastActiveAt', ({ lastActiveAt }) => lastActiveAt],
  ['messages', ({ messages }) => messages],
  ['toolCalls', ({ toolCalls }) => toolCalls],
  ['inputTokens', ({ inputTokens }) => inputTokens],
  ['outputTokens', ({ outputTokens }) => outputTokens],
  ['cacheReadTokens', ({ cacheReadTokens }) => cacheReadTokens],
  ['cacheWriteTokens', ({ cacheWriteTokens }) => cacheWriteTokens],
  ['costUsd', ({ costUsd }) => costUsd],
  ['costStatus', ({ costStatus }) => costStatus],
  ['bytes', ({ bytes }) => bytes],
  ['files', ({ files }) => files],
  ['messageBytes', ({ messageBytes }) => messageBytes],
  ['pinned', ({ pinned }) => pinned],
  ['shelved', ({ shelved }) => shelved],
  ['protections', ({ protections }) => protections.map(({ code }) => code).join(' ')],
]
