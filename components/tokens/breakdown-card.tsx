import { startedHref } from '@/components/sessions/view-state'
import { EmptyState } from '@/components/ui/empty-state'
import { SectionCard } from '@/components/ui/section-card'
import { Segmented } from '@/components/ui/segmented'
import { TOKEN_GROUPINGS, type TokensView } from '@/lib/domain/tokens/tokens-view'
import { BreakdownList } from './breakdown-list'
import { type BreakdownRow, breakdownModel } from './breakdown-model'
import { BreakdownTable } from './breakdown-table'
import { type TokensState, tokensHref } from './view-state'
import { breakdownSubtitle, GROUPING_WORDS, LONGER_RANGE, NO_SESSION_IN_RANGE } from './words'

type Props = { view: TokensView; state: TokensState; homeId: string }

/** Usage by group. Always by session, because samples of the counters do not know their session. */
export function BreakdownCard({ view, state, homeId }: Props) {
  const { breakdown } = view
  if (breakdown === null) return null
  const model = breakdownModel(
    breakdown,
    view.measured.days.map(({ day }) => day),
  )
  const { from, to } = view.range
  // All sessions of the group, people and automation, one per row as they are counted here.
  const hrefOf = ({ sessionsQuery }: BreakdownRow): string | null =>
    sessionsQuery === null ? null : startedHref(homeId, from, to, [sessionsQuery])
  return (
    <SectionCard
      title={model.title}
      subtitle={breakdownSubtitle(view.range.days, model.notes)}
      tools={
        <Segmented
          label="Group tokens by"
          options={TOKEN_GROUPINGS.map((by) => ({
            label: GROUPING_WORDS[by].label,
            href: tokensHref(state, { by }),
            current: by === state.by,
          }))}
        />
      }
    >
      {model.rows.length === 0 ? (
        <EmptyState title={NO_SESSION_IN_RANGE} minHeight={128}>
          {LONGER_RANGE}
        </EmptyState>
      ) : (
        <>
          <div className="hidden lg:block">
            <BreakdownTable rows={model.rows} label={GROUPING_WORDS[state.by].label} hrefOf={hrefOf} />
          </div>
          <div className="lg:hidden">
            <BreakdownList rows={model.rows} hrefOf={hrefOf} />
          </div>
        </>
      )}
    </SectionCard>
  )
}
