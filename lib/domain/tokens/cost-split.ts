/** Costs by certainty. An unknown price is null, never 0. */

export const COST_STATUSES = ['actual', 'estimated', 'included', 'unknown', 'none'] as const
/** `included`: covered by a subscription. `none`: nothing was recorded, which does not mean it was free. */
type CostStatus = (typeof COST_STATUSES)[number]

export type CostLine = {
  readonly status: CostStatus
  readonly sessions: number
  /** Null: no figure has this status. */
  readonly usd: number | null
}

export type CostedRow = { readonly costUsd: number | null; readonly costStatus: string | null }

/** One line per status, always all five. Their sessions add up to the rows. */
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

/** The sum of the known figures. Null if there are none. */
export function sumCosts(rows: Iterable<CostedRow>): number | null {
  let sum = NOTHING
  for (const row of rows) sum = addCost(sum, figureOf(row, costStatusOf(row)))
  return sum
}

/** The cost of one row. Null if there is none. */
export const knownCost = (row: CostedRow): number | null => figureOf(row, costStatusOf(row))

/** Covered by a subscription, so no separate cost. */
export const isIncluded = (row: CostedRow): boolean =>
  costStatusOf(row) === 'included' && (row.costUsd === null || row.costUsd === 0)

/** A figure without a status is Hermes' estimate. Without a figure, only `included` is a known status. */
function costStatusOf({ costUsd, costStatus }: CostedRow): CostStatus {
  const status = costStatus?.trim().toLowerCase() ?? ''
  if (status === '') return costUsd === null || costUsd === 0 ? 'none' : 'estimated'
  if (status === 'included') return 'included'
  if ((status === 'actual' || status === 'estimated') && costUsd !== null) return status
  return 'unknown'
}

/** Hermes stores an unknown cost as 0. */
const figureOf = ({ costUsd }: CostedRow, status: CostStatus): number | null =>
  costUsd === 0 && (status === 'unknown' || status === 'none') ? null : costUsd

const NOTHING: number | null = null

const addCost = (sum: number | null, usd: number | null): number | null =>
  usd === null ? sum : (sum ?? 0) + usd
