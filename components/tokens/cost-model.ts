/** Costs by how certain they are. */

import { orUnknown } from '@/components/ui/or-unknown'
import { COST_STATUSES } from '@/lib/domain/tokens/cost-split'
import type { TokenTotals } from '@/lib/domain/tokens/tokens-view'
import { formatPlural } from '@/lib/shared/numbers'
import { formatUsd } from '@/lib/shared/usd'
import { COST_STATUS_WORDS, costTitle } from './words'

type Status = (typeof COST_STATUSES)[number]

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
    title: costTitle(inRange),
    rows: COST_STATUSES.map((key) => {
      const [here, ever] = [lineOf(inRange, key), lineOf(allTime, key)]
      return {
        key,
        ...COST_STATUS_WORDS[key],
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
