/** Costs by how sure they are. An unknown price is null, never 0. */

export const COST_STATUSES = ['actual', 'estimated', 'included', 'unknown', 'none'] as const
/** `included`: a subscription covers it; `none`: nothing was booked, which does not mean that it was free. */
type CostStatus = (typeof COST_STATUSES)[number]

export type CostLine = {
  readonly status: CostStatus
  readonly sessions: number
  /** Null: no figure has this status. */
  readonly usd: number | null
}

export type CostedRow = { readonly costUsd: number | null; readonly costStatus: string | null }

/** One line a status, always all five; their sessions add up to the rows. */
export function splitCosts(rows: Iterable<CostedRow>): CostLine[] {
  const lines = new Map(COST_STATUSES.map((status) => [status, { sessions: 0, usd: NOTHING }]))
  for (const row of rows) {
    const status = costStatusOf(row)
    const line = lines.get(status)
    if (line === undefined) continue
    line.sessions += 1
    line.usd = addCost(line.usd, figureOf(row, status))
  }
  return [...lines].map(([status, line]) => ({ status, ...line }))
}

/** The sum of the figures there are; null where there is none. */
export function sumCosts(rows: Iterable<CostedRow>): number | null {
  let sum = NOTHING
  for (const row of rows) sum = addCost(sum, figureOf(row, costStatusOf(row)))
  return sum
}

/** The figure of one row; null where there is none. */
export const knownCost = (row: CostedRow): number | null => figureOf(row, costStatusOf(row))

/** Covered by a subscription, so that nothing was paid for it alone. */
export const isIncluded = (row: CostedRow): boolean =>
  costStatusOf(row) === 'included' && (row.costUsd === null || row.costUsd === 0)

/** A figure without a status is Hermes' own estimate; a status without a figure is as good as unknown. */
function costStatusOf({ costUsd, costStatus }: CostedRow): CostStatus {
  const status = costStatus?.trim().toLowerCase() ?? ''
  if (status === '') return costUsd === null || costUsd === 0 ? 'none' : 'estimated'
  if (status === 'included') return 'included'
  if ((status === 'actual' || status === 'estimated') && costUsd !== null) return status
  return 'unknown'
}

/** Hermes fills a cost it does not know with 0. */
const figureOf = ({ costUsd }: CostedRow, status: CostStatus): number | null =>
  costUsd === 0 && (status === 'unknown' || status === 'none') ? null : costUsd

const NOTHING: number | null = null

const addCost = (sum: number | null, usd: number | null): number | null =>
  usd === null ? sum : (sum ?? 0) + usd
