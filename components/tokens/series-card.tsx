import { ChartCard } from '@/components/charts/chart-card'
import { TOKEN_HEIGHT } from '@/components/charts/heights'
import { LazyTokenDaysChart } from '@/components/charts/lazy-charts'
import { Legend } from '@/components/charts/legend'
import { startedHref } from '@/components/sessions/view-state'
import { EmptyState } from '@/components/ui/empty-state'
import { Segmented } from '@/components/ui/segmented'
import { countsOf, type TokenSeries } from '@/lib/domain/tokens/token-series'
import type { TokensView } from '@/lib/domain/tokens/tokens-view'
import { seriesModel } from './series-model'
import { type TokensState, tokensHref } from './view-state'
import { COUNT_CHOICE, COUNT_WORDS, noTokensInRange, rangeWords } from './words'

type Props = { view: TokensView; series: TokenSeries; state: TokensState; homeId: string }

export function SeriesCard({ view, series, state, homeId }: Props) {
  const model = seriesModel(series, (day) => startedHref(homeId, day, day))
  const choice = (
    <Segmented
      label={COUNT_CHOICE}
      options={countsOf(view).map((count) => ({
        label: COUNT_WORDS[count].label,
        href: tokensHref(state, { count }),
        current: count === series.count,
      }))}
    />
  )
  return (
    <ChartCard
      title={model.title}
      subtitle={`${view.sentence} ${rangeWords(series)}`}
      tools={choice}
      table={model.table}
      chart={
        <>
          {model.total === 0 && series.unknownDays === 0 ? (
            <EmptyState title="No tokens counted" minHeight={TOKEN_HEIGHT}>
              {noTokensInRange(view.range.days)}
            </EmptyState>
          ) : (
            <LazyTokenDaysChart
              bars={model.bars}
              dayTicks={model.dayTicks}
              series={model.legend}
              name="Tokens by day"
            />
          )}
          <Legend entries={model.legend} />
          <ul className="mt-2 max-w-200 text-support text-pretty text-text-3">
            {model.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      }
    />
  )
}
