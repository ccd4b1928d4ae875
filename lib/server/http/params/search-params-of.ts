/** Converts the query that Next passes to a page back to search parameters. */
export type PageParams = Readonly<Record<string, string | string[] | undefined>>

export function searchParamsOf(params: PageParams): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) query.append(key, one)
  }
  return query
}
