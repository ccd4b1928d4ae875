/** Exports every session of a list as CSV or JSON, page by page, so that no list is too long. */
import type { SessionItem } from '../../../domain/sessions/list/session-item.ts'
import { type Cell, csvLines } from '../../../shared/csv.ts'
import { logFailedRequest } from '../log-failed-request.ts'

type Page = { readonly items: readonly SessionItem[]; readonly nextCursor: string | null }

/** The page after a cursor. Null if it could not be read. */
type Next = (cursor: string) => Promise<Page | null>

export function sessionCsv(request: Request, first: Page, next: Next): ReadableStream<Uint8Array> {
  return streamPages(request, first, next, {
    begin: csvLines([COLUMNS.map(([name]) => name)]),
    page: ({ items }) => csvLines(items.map((item) => COLUMNS.map(([, of]) => of(item)))),
    end: '',
  })
}

/** One document with all items and the totals of the first page. */
export function sessionJson(
  request: Request,
  first: Page & { readonly total: number },
  next: Next,
): ReadableStream<Uint8Array> {
  const { items: _, nextCursor: __, ...about } = first
  let isFirst = true
  return streamPages(request, first, next, {
    begin: `${JSON.stringify(about).slice(0, -1)},"items":[`,
    page: ({ items }) => {
      const text = items.map((item) => JSON.stringify(item)).join(',\n')
      const joined = isFirst || text === '' ? text : `,\n${text}`
      isFirst = false
      return joined
    },
    end: ']}\n',
  })
}

type Words = {
  readonly begin: string
  readonly page: (page: Page) => string
  readonly end: string
}

/** A page that cannot be read aborts the response, so that half a list is never taken for a whole one. */
function streamPages(
  { method, url }: Request,
  first: Page,
  next: Next,
  words: Words,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let page = first
  let text = words.begin
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(encoder.encode(text + words.page(page)))
      text = ''
      if (page.nextCursor === null) {
        controller.enqueue(encoder.encode(words.end))
        return controller.close()
      }
      try {
        const following = await next(page.nextCursor)
        if (following === null) throw new Error('The next page could not be read.')
        page = following
      } catch (error) {
        const digest = logFailedRequest(method, url, error)
        controller.error(
          Object.assign(new Error('The sessions could not be read to the end.', { cause: error }), {
            digest,
          }),
        )
      }
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
  ['apiCalls', ({ apiCalls }) => apiCalls],
  ['jobId', ({ job }) => job?.id ?? null],
  ['totalBytes', ({ totalBytes }) => totalBytes],
  ['parentId', ({ lineage }) => lineage?.parentId ?? null],
  ['edge', ({ lineage }) => lineage?.edge ?? null],
  ['conversation', ({ lineage }) => lineage?.conversation ?? null],
  ['part', ({ lineage }) => lineage?.part ?? null],
  ['parts', ({ lineage }) => lineage?.parts ?? null],
  ['subagents', ({ lineage }) => lineage?.delegates ?? null],
  // The session itself and, in the view of conversations, every session its row includes.
  ['sessions', ({ members }) => 1 + (members === null ? 0 : members.shown.length + members.more)],
]
