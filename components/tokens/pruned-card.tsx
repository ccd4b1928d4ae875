import type { ReactNode } from 'react'
import { DataTable } from '@/components/charts/data-table'
import { orUnknown } from '@/components/ui/or-unknown'
import { SectionCard } from '@/components/ui/section-card'
import { oneLine } from '@/lib/domain/sessions/session-label'
import type { PrunedView } from '@/lib/domain/tokens/pruned-usage'
import type { TokenGrouping, TokensView } from '@/lib/domain/tokens/tokens-view'
import { formatCount, formatShort } from '@/lib/shared/numbers'
import { formatUsd } from '@/lib/shared/usd'
import { PRUNED_BY_DAY, prunedBy, prunedSubtitle, prunedTitle } from './words'

type Props = { pruned: PrunedView; range: TokensView['range']; by: TokenGrouping }

const HEADS = { source: 'Source', model: 'Model', job: 'Cron job' } as const
const FIGURES = ['Fresh input', 'Output', 'Cache write', 'Cache read', 'Sessions', 'Cost'] as const

/**
 * Removing rows does not change the past: usage of removed sessions is listed here, apart from everything
 * above.
 */
export function PrunedCard({ pruned, range, by }: Props) {
  const { inRange, days, groups } = pruned
  return (
    <SectionCard title={prunedTitle(pruned)} subtitle={prunedSubtitle(pruned, range.days)}>
      {inRange.sessions > 0 && (
        <div className="grid gap-4 pb-3 lg:grid-cols-2">
          <ScrollArea label={prunedBy(HEADS[by])}>
            <DataTable
              caption={prunedBy(HEADS[by])}
              head={[HEADS[by], ...FIGURES]}
              rows={groups.map(({ key, ...group }) => ({
                key: key ?? '',
                cells: [key === null ? 'none' : oneLine(key), ...figuresOf(group)],
              }))}
            />
          </ScrollArea>
          <ScrollArea label={PRUNED_BY_DAY}>
            <DataTable
              caption={PRUNED_BY_DAY}
              head={['Day', ...FIGURES]}
              rows={days.map(({ day, ...own }) => ({ key: day, cells: [day, ...figuresOf(own)] })).reverse()}
            />
          </ScrollArea>
        </div>
      )}
    </SectionCard>
  )
}

type Group = Omit<PrunedView['groups'][number], 'key'>

const figuresOf = ({ input, output, cacheWrite, cacheRead, sessions, costUsd }: Group): string[] => [
  ...[input, output, cacheWrite, cacheRead].map(formatShort),
  formatCount(sessions),
  orUnknown(costUsd, formatUsd),
]

/** Nothing inside is focusable, so the area itself must be, or keyboard users cannot scroll it. */
const FOCUSABLE = 0

const ScrollArea = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} tabIndex={FOCUSABLE} className="min-w-0 overflow-x-auto overscroll-x-contain">
    {children}
  </section>
)
