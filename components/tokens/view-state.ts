/** Parses and builds the addresses of the tokens page. */
import { TOKEN_COUNTS, type TokenCount } from '@/lib/domain/tokens/token-series'
import { TOKEN_GROUPINGS, type TokenGrouping } from '@/lib/domain/tokens/tokens-view'

export const TOKEN_RANGES = [7, 30, 90, 365] as const

export type TokensState = {
  readonly home: string | null
  readonly range: (typeof TOKEN_RANGES)[number]
  readonly by: TokenGrouping
  /** Null for the best way of counting this range. */
  readonly count: TokenCount | null
}

/** An invalid parameter means the default, never an error. */
export function parseTokensState(
  params: Readonly<Record<string, string | string[] | undefined>>,
): TokensState {
  const { home } = params
  return {
    home: typeof home === 'string' && home !== '' ? home : null,
    range: TOKEN_RANGES.find((range) => String(range) === params.range) ?? 30,
    by: TOKEN_GROUPINGS.find((by) => by === params.by) ?? 'source',
    count: TOKEN_COUNTS.find((count) => count === params.count) ?? null,
  }
}

export function tokensHref(state: TokensState, change: Partial<TokensState>): string {
  const { home, range, by, count } = { ...state, ...change }
  const query = new URLSearchParams(home === null ? {} : { home })
  if (range !== 30) query.set('range', String(range))
  if (by !== 'source') query.set('by', by)
  if (count !== null) query.set('count', count)
  return query.size === 0 ? '/tokens' : `/tokens?${query}`
}
