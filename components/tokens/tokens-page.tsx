import { TOKEN_KIND_LABELS } from '@/components/charts/token-days-model'
import { Tiles } from '@/components/overview/tiles'
import type { Tile } from '@/components/overview/tiles-model'
import { Banner } from '@/components/ui/banner'
import { EmptyState } from '@/components/ui/empty-state'
import { ExportLinks } from '@/components/ui/export-links'
import { PageHead } from '@/components/ui/page-head'
import { Segmented } from '@/components/ui/segmented'
import { type TokenSeries, tokenSeries } from '@/lib/domain/tokens/token-series'
import type { TokensView } from '@/lib/domain/tokens/tokens-view'
import { shortQuantity } from '@/lib/shared/numbers'
import { AuxiliaryCard } from './auxiliary-card'
import { BreakdownCard } from './breakdown-card'
import { CostCard } from './cost-card'
import { PrunedCard } from './pruned-card'
import { SeriesCard } from './series-card'
import { TOKEN_RANGES, type TokensState, tokensHref } from './view-state'
import {
  inAllRows,
  kindShare,
  rangeTitle,
  rangeWords,
  TOKEN_COUNTS_UNKNOWN,
  TOKENS_FRESH,
  TOKENS_UNREAD,
  USAGE_UNREAD,
} from './words'

type Props = { view: TokensView; state: TokensState; homeId: string }

/** Token usage by day and by group, for each way of counting. */
export function TokensPage({ view, state, homeId }: Props) {
  const series = tokenSeries(view, state.count)
  const isFresh = view.allTime?.sessions === 0
  const api = `/api/v1/homes/${encodeURIComponent(homeId)}/tokens?days=${state.range}&by=${state.by}`
  const ranges = (
    <Segmented
      label="Range of days"
      options={TOKEN_RANGES.map((range) => ({
        label: `${range} d`,
        href: tokensHref(state, { range }),
        current: range === state.range,
      }))}
    />
  )
  return (
    <>
      <PageHead
        title={series === null ? TOKEN_COUNTS_UNKNOWN : rangeTitle(series)}
        subtitle={`${view.sentence} ${series === null ? '' : rangeWords(series)}`}
        tools={
          <>
            {ranges}
            <ExportLinks href={api} />
          </>
        }
      />
      {view.fault !== null && (
        <Banner level={view.fault.code === 'db-missing' ? 'info' : 'warn'} title={view.fault.title}>
          {view.fault.detail}
        </Banner>
      )}
      {view.notices.map(({ code, message }) => (
        <Banner key={code} level="warn" title={USAGE_UNREAD}>
          {message}
        </Banner>
      ))}
      {series === null || isFresh ? (
        <section className="grid rounded-card border border-line bg-surface">
          <EmptyState title={isFresh ? 'No sessions yet' : 'Unknown'} minHeight={256}>
            {isFresh ? TOKENS_FRESH : TOKENS_UNREAD}
          </EmptyState>
        </section>
      ) : (
        <>
          <Tiles tiles={kindTiles(series, view)} />
          <SeriesCard view={view} series={series} state={state} homeId={homeId} />
          <BreakdownCard view={view} state={state} homeId={homeId} />
          {view.inRange !== null && view.allTime !== null && (
            <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-2">
              <CostCard inRange={view.inRange} allTime={view.allTime} range={view.range} />
              <AuxiliaryCard auxiliary={view.auxiliary} />
            </div>
          )}
          {view.pruned !== null && view.pruned.allTime.sessions > 0 && (
            <PrunedCard pruned={view.pruned} range={view.range} by={state.by} />
          )}
        </>
      )}
    </>
  )
}

const TILE_ORDER = ['input', 'output', 'cacheWrite', 'cacheRead'] as const

/** The four kinds have different prices, so there are four numbers and no total. */
const kindTiles = ({ total }: TokenSeries, { allTime }: TokensView): Tile[] =>
  TILE_ORDER.map((key) => {
    const label = TOKEN_KIND_LABELS.find((kind) => kind.key === key)?.label ?? key
    const { value, unit } = shortQuantity(total[key])
    return {
      label,
      value,
      unit,
      detail: [
        { figure: kindShare(total, key), words: ' of all four' },
        ...(allTime === null ? [] : [{ figure: '', words: inAllRows(allTime[key]) }]),
      ],
      warning: null,
    }
  })
