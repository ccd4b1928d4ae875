import { EmptyState } from '@/components/ui/empty-state'
import { orUnknown } from '@/components/ui/or-unknown'
import { SectionCard } from '@/components/ui/section-card'
import { tokenWeight } from '@/lib/domain/tokens/token-sums'
import type { AuxiliaryView } from '@/lib/domain/tokens/tokens-view'
import { describeTokens } from '@/lib/domain/tokens/words'
import { formatPlural, formatShort } from '@/lib/shared/numbers'
import { formatUsd } from '@/lib/shared/usd'
import { visibleText } from '@/lib/shared/visible-text'
import {
  AUXILIARY_KINDS,
  AUXILIARY_NOT_KEPT,
  AUXILIARY_SINCE,
  auxiliaryNote,
  auxiliaryTitle,
  NO_AUXILIARY,
  NO_AUXILIARY_IN_RANGE,
  NO_AUXILIARY_USED,
} from './words'

/** Auxiliary usage such as vision and titles. Hermes records it separately, so no total above includes it. */
export function AuxiliaryCard({ auxiliary }: { auxiliary: AuxiliaryView | null }) {
  if (auxiliary === null || auxiliary.tasks.length === 0) {
    return (
      <SectionCard title={NO_AUXILIARY} subtitle={AUXILIARY_KINDS}>
        <EmptyState title={auxiliary === null ? AUXILIARY_NOT_KEPT : NO_AUXILIARY_IN_RANGE} minHeight={128}>
          {auxiliary === null ? AUXILIARY_SINCE : NO_AUXILIARY_USED}
        </EmptyState>
      </SectionCard>
    )
  }
  return (
    <SectionCard title={auxiliaryTitle(auxiliary.total)} subtitle={auxiliaryNote(auxiliary.total)}>
      <ul className="mb-2">
        {auxiliary.tasks.map(({ task, calls, costUsd, ...tokens }) => (
          <li key={task} className="border-t border-line px-3 py-1.5 text-support md:px-4">
            <span className="flex justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{visibleText(task)}</span>
              <b className="font-medium whitespace-nowrap">{formatShort(tokenWeight(tokens))}</b>
            </span>
            <span className="block text-axis text-text-3">
              {describeTokens(tokens)}; {formatPlural(calls, 'call')}, cost {orUnknown(costUsd, formatUsd)}
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
