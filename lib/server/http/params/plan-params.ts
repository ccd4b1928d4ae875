/** What a plan may contain, as JSON. Every age is explicit and unknown keys are refused. */
import { z } from 'zod'
import { DISPOSITIONS } from '../../../domain/plan/action.ts'
import type { PlanRequest, Policy } from '../../../domain/plan/policy.ts'

const MOST_STEPS = 16
/** Every session of a large home may be selected. Pages and plans share this limit. */
export const MOST_CHOSEN = 100_000
/** Room for as many long ids. `next.config.mjs` has the same limit for actions. */
export const PLAN_BODY_BYTES = 8_000_000
const MOST_DAYS = 36_500

const days = z.number().min(0).max(MOST_DAYS)
const count = z.int().min(0).max(1_000_000_000)
const amount = count.nullable().default(null)
const bytes = z.int().min(0).nullable().default(null)
const names = z.array(z.string().max(1_000)).max(MOST_CHOSEN)
const anyNames = names.nullable().default(null)
const ids = { ids: anyNames }
const whose = { sources: anyNames, cronJobs: anyNames }
const olderThanDays = { olderThanDays: days }

const PruneSessions = z.strictObject({
  ...ids,
  ...whose,
  ...olderThanDays,
  keepNewest: amount,
  includeShelved: z.boolean().default(false),
  minBytes: bytes,
  minMessages: amount,
})
const PruneFiles = z.strictObject({
  ...whose,
  ...olderThanDays,
  kinds: z.array(z.enum(['transcript', 'request-dump'])).default(['transcript', 'request-dump']),
  minBytes: bytes,
})
const OrphanFiles = z.strictObject(olderThanDays)
const CloseLeaked = z.strictObject({ ...ids, ...whose, ...olderThanDays })
const Checkpoints = z.strictObject({
  ...ids,
  ...olderThanDays,
  states: z.array(z.enum(['orphan', 'stale'])).default(['orphan', 'stale']),
  temporaryPacks: z.boolean().default(false),
})
/** Expired and dangling entries need no age. An age only narrows the selection. */
const GatewayEntries = z.strictObject({
  olderThanDays: days.default(0),
  states: z.array(z.enum(['expired', 'dangling'])).default(['expired', 'dangling']),
})
/** The newest of each job are kept by count. An age only narrows the selection. */
const CronOutput = z.strictObject({
  olderThanDays: days.default(0),
  cronJobs: anyNames,
  keepNewest: count,
  deadJobs: z.boolean().default(false),
})
const CompactDatabase = z.strictObject({})

const step = <Action extends Policy['action'], Shape extends z.ZodType<object>>(
  action: Action,
  policy: Shape,
) => z.strictObject({ action: z.literal(action), policy })

const Step = z.discriminatedUnion('action', [
  step('prune-sessions', PruneSessions),
  step('prune-files', PruneFiles),
  step('orphan-files', OrphanFiles),
  step('close-leaked', CloseLeaked),
  step('checkpoints', Checkpoints),
  step('gateway-entries', GatewayEntries),
  step('cron-output', CronOutput),
  step('compact-database', CompactDatabase),
])

export const PlanBody = z
  .strictObject({
    steps: z.array(Step).min(1).max(MOST_STEPS),
    disposition: z.enum(DISPOSITIONS),
  })
  .transform(({ steps, disposition }): PlanRequest => ({ disposition, steps: steps.map(toPolicy) }))

function toPolicy(given: z.infer<typeof Step>): Policy {
  switch (given.action) {
    case 'prune-sessions':
      return { action: given.action, ...given.policy }
    case 'prune-files':
      return { action: given.action, ...given.policy }
    case 'orphan-files':
      return { action: given.action, ...given.policy }
    case 'close-leaked':
      return { action: given.action, ...given.policy }
    case 'checkpoints':
      return { action: given.action, ...given.policy }
    case 'gateway-entries':
      return { action: given.action, ...given.policy }
    case 'cron-output':
      return { action: given.action, ...given.policy }
    case 'compact-database':
      return { action: given.action }
  }
}

/** Ids as one string, because React accepts no arrays of more than a million characters from a browser. */
export const PackedIds = z
  .string()
  .max(PLAN_BODY_BYTES)
  .transform((text): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      // Not sent by our form. The schema refuses it next.
      return null
    }
  })
  .pipe(z.array(z.string().min(1).max(1_000)).max(MOST_CHOSEN))

/** The query of one page of items. */
export const ItemParams = z.strictObject({
  verdict: z.enum(['act', 'keep']).nullable().default(null),
  reason: z.string().min(1).max(60).nullable().default(null),
  step: z.coerce.number().int().min(0).max(MOST_STEPS).nullable().default(null),
  together: z.string().min(1).max(1_000).nullable().default(null),
  q: z.string().trim().min(1).max(200).nullable().default(null),
  cursor: z.string().min(1).max(1_000).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})
