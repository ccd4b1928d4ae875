/** Validates the query of a URL. Unknown, repeated and malformed keys are refused with a message. */
import type { z } from 'zod'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { apiError } from '../api/api.ts'

export function readQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Result<z.output<Schema>, Response> {
  const given = new URL(request.url).searchParams
  const values = new Map<string, string>()
  for (const [key, value] of given) {
    if (values.has(key)) return failed(apiError('bad-input', `${shown(key)} is given twice.`))
    values.set(key, value)
  }
  const parsed = schema.safeParse(Object.fromEntries(values))
  if (parsed.success) return ok(parsed.data)
  const issue = parsed.error.issues[0]
  const key = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  const why = issue?.code === 'unrecognized_keys' ? 'is not known here' : 'has no usable value'
  return failed(apiError('bad-input', `${shown(String(key ?? 'The query'))} ${why}.`))
}

/** Key names come from the client and are shortened, so that the message stays readable. */
const shown = (key: string): string => (key.length > 40 ? `${key.slice(0, 40)}…` : key)
