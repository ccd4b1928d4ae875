/** Reads a query string strictly: a key nobody knows, a key said twice or a value out of bounds is an error. */
import type { z } from 'zod'
import { failed, ok, type Result } from '../../../shared/result.ts'

/** Keys of `many` may be said several times and always come as a list. The failure is a sentence. */
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

/** What was sent comes back in the message, but never more of it than a person reads. */
const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text)
