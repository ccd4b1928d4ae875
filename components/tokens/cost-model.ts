/** Costs by how certain they are. */
import { orUnknown } from '@/components/ui/or-unknown'
import { COST_STATUSES } from '@/lib/domain/tokens/cost-split'
import type { TokenTotals } from '@/lib/domain/tokens/tokens-view'
import { formatPlural } from '@/lib/shared/numbers'
import { formatUsd } from '@/lib/shared/usd'

type Status = (typeof COST_STATUSES)[number]

const STATUS_WORDS: Readonly<Record<Status, { readonly label: string; readonly means: string }>> = {
  actual: { label: 'Actual', means: 'the provider named the price' },
  estimated: { label: 'Estimated', means: 'by Hermes, from its list of prices' },
  included: { label: 'Included', means: 'a subscription covers it' },
  unknown: { label: 'Unknown', means: 'Hermes has no price for the model' },
  none: { label: 'Not booked', means: 'no price was written down, which does not mean free' },
}

type CostRow = {
  readonly key: Status
  readonly label: string
  readonly means: string
  readonly inRange: string
  readonly inRangeSessions: string
  readonly allTime: string
  readonly allTimeSessions: string
}

export type CostModel = { readonly title: string; readonly rows: readonly CostRow[] }

export function costModel(inRange: TokenTotals, allTime: TokenTotals): CostModel {
  const lineOf = ({ costs }: TokenTotals, status: Status) => costs.find((line) => line.status === status)
  return {
    title: titleOf(inRange),
    rows: COST_STATUSES.map((key) => {
      const [here, ever] = [lineOf(inRange, key), lineOf(allTime, key)]
      return {
        key,
        ...STATUS_WORDS[key],
        inRange: moneyOf(key, here),
        inRangeSessions: formatPlural(here?.sessions ?? 0, 'session'),
        allTime: moneyOf(key, ever),
        allTimeSessions: formatPlural(ever?.sessions ?? 0, 'session'),
      }
    }),
  }
}

function moneyOf(status: Status, line: { sessions: number; usd: number | null } | undefined): string {
  if (line === undefined || line.sessions === 0) return '–'
  return status === 'included' && (line.usd ?? 0) === 0 ? 'included' : orUnknown(line.usd, formatUsd)
}

function titleOf({ costUsd, costs, sessions }: TokenTotals): string {
  if (sessions === 0) return 'No session to pay for in this range'
  if (costUsd === null) return 'What this cost is unknown'
  const open = costs
    .filter(({ status }) => status === 'unknown' || status === 'none')
    .reduce((sum, line) => sum + line.sessions, 0)
  const priced = costs.filter(({ usd, sessions: count }) => count > 0 && usd !== null)
  const how = priced.length === 1 && priced[0] !== undefined ? `, all ${priced[0].status}` : ''
  const onlyIncluded = costUsd === 0 && priced.every(({ status }) => status === 'included')
  const claim = onlyIncluded ? 'What is priced, a subscription covers' : `${formatUsd(costUsd)} known${how}`
  return open === 0 ? claim : `${claim}; ${formatPlural(open, 'session')} without a price`
}
