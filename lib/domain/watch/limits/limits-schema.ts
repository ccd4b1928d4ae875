/** Validates limits from a form, a script or the store. Unknown keys are refused. */
import { z } from 'zod'
import type { SessionLimits, WatchLimits } from './limits.ts'
import { TOO_MANY_OVERRIDES } from './words.ts'

const MOST = 1_000_000_000_000
const MAX_OVERRIDES = 500

const amount = z.int().min(1).max(MOST)
const budget = amount.nullable()

const Session = z.strictObject({
  messages: amount,
  fileBytes: amount,
  tokens: budget,
  iterations: amount,
}) satisfies z.ZodType<SessionLimits>

/** The rest of a key is a name and must not be empty. */
const OverrideKey = z
  .string()
  .max(300)
  .regex(/^(?:source|job):./su)

export const LimitsSchema: z.ZodType<WatchLimits> = z.strictObject({
  session: Session,
  overrides: z
    .record(OverrideKey, Session.partial())
    .refine((overrides) => Object.keys(overrides).length <= MAX_OVERRIDES, TOO_MANY_OVERRIDES),
  tokensPerMinute: amount,
  tokensPerHour: budget,
  tokensPerDay: budget,
  usdPerDay: z.number().positive().max(MOST).nullable(),
  cronRunsPerHour: amount,
  walBytes: amount,
})
