/** The keys that every list of the HTTP API accepts. Without a limit, the whole list is returned. */
import { z } from 'zod'

const MAX_LIMIT = 1_000

export const pageKeys = {
  order: z.enum(['asc', 'desc']).optional(),
  cursor: z.string().min(1).max(8_192).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).nullable().default(null),
  format: z.enum(['json', 'csv']).default('json'),
}

export const searchText = z.string().trim().min(1).max(200).nullable().default(null)
