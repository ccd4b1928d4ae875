import { EmptyState } from '@/components/ui/empty-state'
import { orUnknown } from '@/components/ui/or-unknown'
import { SectionCard } from '@/components/ui/section-card'
import { tokenWeight } from '@/lib/domain/tokens/token-sums'
import type { AuxiliaryView } from '@/lib/domain/tokens/tokens-view'
import { describeTokens } from '@/lib/domain/tokens/words'
import { formatPlural, formatShort } from '@/lib/shared/numbers'
import { formatUsd } from '@/lib/shared/usd'
import { visibleText } from '@/lib/shared/visible-text'

/** Auxiliary usage such as vision and titles. Hermes records it separately, so no total above includes it. */
export function AuxiliaryCard({ auxiliary }: { auxiliary: AuxiliaryView | null }) {
  if (auxiliary === null || auxiliary.tasks.length === 0) {
    return (
      <SectionCard
        title="No auxiliary work is booked apart"
        subtitle="Vision, titles, compression and the like."
      >
        <EmptyState
          title={auxiliary === null ? 'Not kept in this home' : 'None in this range'}
          minHeight={128}
        >
          {auxiliary === null
            ? 'Hermes writes such work down since July 2026. Before that it is in no count, and the provider may have billed it.'
            : 'No session that began in this range used any.'}
        </EmptyState>
      </SectionCard>
    )
  }
  return (
    <SectionCard
      title={`${formatShort(tokenWeight(auxiliary.total))} more tokens for auxiliary work`}
      subtitle={`In none of the sums above: ${describeTokens(auxiliary.total)}.`}
    >
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
