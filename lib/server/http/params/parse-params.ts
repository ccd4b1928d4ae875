/** Parses a query string strictly: an unknown key, a repeated key or a value out of range is an error. */
import type { z } from 'zod'
import { failed, ok, type Result } from '../../../shared/result.ts'

/** Keys in `many` may be repeated and always become a list. The failure is a message for people. */
export function parseParams<T>(
  params: URLSearchParams,
  schema: z.ZodType<T>,
  many: readonly string[] = [],
): Result<T, string> {
  const given: [key: string, value: string | string[]][] = []
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key)
    const [first = ''] = values
    if (many.includes(key)) given.push([key, values])
    else if (values.length > 1) return failed(`${shorten(key)}: said more than once.`)
    else given.push([key, first])
  }
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  return failed(
    `${shorten(issue?.path.join('.') || 'query')}: ${shorten(issue?.message ?? 'not understood')}`,
  )
}

/** Messages quote the input, shortened to a readable length. */
const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text)
