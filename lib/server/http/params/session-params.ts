/** The query string of a session list, shared by the page and the HTTP API. */
import { z } from 'zod'
import { SORT_KEYS } from '../../../domain/sessions/list/session-columns.ts'
import type { Bounds } from '../../../domain/sessions/list/session-filter.ts'
import type { SessionQuery } from '../../../domain/sessions/list/session-query.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { DAY_MS, fromUtcDay, HOUR_MS } from '../../../shared/time.ts'
import { parseParams } from './parse-params.ts'

export type SessionParams = {
  readonly query: SessionQuery
  /** `json` is one page. `csv` and `all` are the whole list. */
  readonly format: 'json' | 'csv' | 'all' | 'picks'
  /** Without a limit, the whole list is exported. */
  readonly limited: boolean
}

const DEFAULT_LIMIT = 100
const MOST_SESSIONS = 500

const amount = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,9})?$/, 'not a number')
  .transform(Number)
/** The start of a UTC day. */
const day = z
  .string()
  .refine((text) => fromUtcDay(text) !== null, 'not a day such as 2026-11-15')
  .transform((text) => fromUtcDay(text) ?? 0)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const values = z.array(z.string().max(500)).max(50)
/** `null` selects sessions without a value, as in the counts of the overview. */
const valuesOrNone = values.transform((texts) => texts.map((text) => (text === 'null' ? null : text)))

const MANY = ['source', 'state', 'endReason', 'model', 'job']

const Params = z.strictObject({
  q: z.string().max(200).optional(),
  group: z.enum(['people', 'automation', 'all']).default('all'),
  source: values.default([]),
  state: z
    .array(z.enum(['live', 'ended', 'leaked']))
    .max(3)
    .default([]),
  endReason: valuesOrNone.default([]),
  model: valuesOrNone.default([]),
  job: valuesOrNone.default([]),
  minIdleHours: amount.optional(),
  maxIdleHours: amount.optional(),
  startedFrom: day.optional(),
  startedTo: day.optional(),
  minMessages: amount.optional(),
  maxMessages: amount.optional(),
  minToolCalls: amount.optional(),
  maxToolCalls: amount.optional(),
  minTokens: amount.optional(),
  maxTokens: amount.optional(),
  minCostUsd: amount.optional(),
  maxCostUsd: amount.optional(),
  minBytes: amount.optional(),
  maxBytes: amount.optional(),
  minMessageBytes: amount.optional(),
  maxMessageBytes: amount.optional(),
  minTotalBytes: amount.optional(),
  maxTotalBytes: amount.optional(),
  pinned: flag.optional(),
  shelved: flag.optional(),
  protected: flag.optional(),
  view: z.enum(['rows', 'conversations']).default('rows'),
  sort: z.enum(SORT_KEYS).default('lastActiveAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
  cursor: z.string().max(16_000).optional(),
  offset: z
    .string()
    .regex(/^\d{1,9}$/, 'not a whole number')
    .transform(Number)
    .optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, `not a whole number from 1 to ${MOST_SESSIONS}`)
    .transform(Number)
    .refine((limit) => limit <= MOST_SESSIONS, `not a whole number from 1 to ${MOST_SESSIONS}`)
    .optional(),
  format: z.enum(['json', 'csv', 'all', 'picks']).default('json'),
})

export function parseSessionParams(params: URLSearchParams): Result<SessionParams, string> {
  const parsed = parseParams(params, Params, MANY)
  if (!parsed.ok) return parsed
  const given = parsed.value
  if (given.cursor !== undefined && given.offset !== undefined)
    return failed('offset: not together with a cursor.')
  const limited = given.limit !== undefined
  return ok({
    format: given.format,
    limited,
    query: {
      view: given.view,
      sort: given.sort,
      order: given.order,
      cursor: given.cursor ?? null,
      offset: given.offset ?? null,
      limit: given.limit ?? (isWhole(given.format) ? MOST_SESSIONS : DEFAULT_LIMIT),
      filter: filterOf(given),
    },
  })
}

const isWhole = (format: SessionParams['format']): boolean => format === 'csv' || format === 'all'

const endOf = (dayMs: number | undefined) => (dayMs === undefined ? undefined : dayMs + DAY_MS)

function filterOf(given: z.infer<typeof Params>): SessionQuery['filter'] {
  const hours = (count: number | undefined) => (count === undefined ? undefined : count * HOUR_MS)
  const idleMs = boundsOf(hours(given.minIdleHours), hours(given.maxIdleHours))
  return {
    q: given.q ?? null,
    group: given.group,
    source: given.source,
    state: given.state,
    endReason: given.endReason,
    model: given.model,
    job: given.job,
    idleMs: idleMs ?? ANY,
    // The last day is included.
    startedMs: boundsOf(given.startedFrom, endOf(given.startedTo)) ?? ANY,
    ranges: withoutEmpty({
      messages: boundsOf(given.minMessages, given.maxMessages),
      toolCalls: boundsOf(given.minToolCalls, given.maxToolCalls),
      tokens: boundsOf(given.minTokens, given.maxTokens),
      costUsd: boundsOf(given.minCostUsd, given.maxCostUsd),
      bytes: boundsOf(given.minBytes, given.maxBytes),
      messageBytes: boundsOf(given.minMessageBytes, given.maxMessageBytes),
      totalBytes: boundsOf(given.minTotalBytes, given.maxTotalBytes),
    }),
    pinned: given.pinned ?? null,
    shelved: given.shelved ?? null,
    protected: given.protected ?? null,
  }
}

const ANY: Bounds = { min: null, max: null }

const boundsOf = (min: number | undefined, max: number | undefined): Bounds | null =>
  min === undefined && max === undefined ? null : { min: min ?? null, max: max ?? null }

function withoutEmpty<Key extends string>(ranges: Record<Key, Bounds | null>): Partial<Record<Key, Bounds>> {
  const kept: Partial<Record<Key, Bounds>> = {}
  for (const key in ranges) if (ranges[key] !== null) kept[key] = ranges[key]
  return kept
}
