/** The query string of a transcript. */
import { z } from 'zod'
import type { TranscriptQuery } from '../../../domain/sessions/transcript.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { parseParams } from './parse-params.ts'

const DEFAULT_LIMIT = 50
const MOST = 100

const Params = z.strictObject({
  cursor: z.string().max(200).optional(),
  from: z.enum(['start', 'end']).default('start'),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, `not a whole number from 1 to ${MOST}`)
    .transform(Number)
    .default(DEFAULT_LIMIT),
})

export function parseTranscriptParams(params: URLSearchParams): Result<TranscriptQuery, string> {
  const parsed = parseParams(params, Params)
  return parsed.ok ? ok({ ...parsed.value, cursor: parsed.value.cursor ?? null }) : parsed
}
