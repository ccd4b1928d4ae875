/** Sums the four kinds of tokens separately, because they cost differently. */

export type TokenSums = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

export const TOKEN_KINDS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const

export const NO_TOKENS: TokenSums = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

export const addTokens = (a: TokenSums, b: TokenSums): TokenSums => combine(a, b, (x, y) => x + y)

/** The excess of `a` over `b` by kind, at least zero. */
export const beyond = (a: TokenSums, b: TokenSums): TokenSums => combine(a, b, (x, y) => Math.max(0, x - y))

export const hasTokens = (sums: TokenSums): boolean => TOKEN_KINDS.some((kind) => sums[kind] !== 0)

/** For sorting only, never displayed. */
export const tokenWeight = (sums: TokenSums): number =>
  TOKEN_KINDS.reduce((total, kind) => total + sums[kind], 0)

export const tokensOf = (row: {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
}): TokenSums => ({
  input: row.inputTokens,
  output: row.outputTokens,
  cacheRead: row.cacheReadTokens,
  cacheWrite: row.cacheWriteTokens,
})

const combine = (a: TokenSums, b: TokenSums, how: (x: number, y: number) => number): TokenSums => ({
  input: how(a.input, b.input),
  output: how(a.output, b.output),
  cacheRead: how(a.cacheRead, b.cacheRead),
  cacheWrite: how(a.cacheWrite, b.cacheWrite),
})
