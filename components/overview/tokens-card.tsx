import { ChartCard } from '@/components/charts/chart-card'
import { TOKEN_HEIGHT } from '@/components/charts/heights'
import { LazyTokenDaysChart } from '@/components/charts/lazy-charts'
import { Legend } from '@/components/charts/legend'
import { tokenDaysModel } from '@/components/charts/token-days-model'
import { EmptyState } from '@/components/ui/empty-state'
import type { Overview } from '@/lib/domain/overview/overview'
import { noTokensIn, SESSIONS_UNREAD, TOKENS_UNKNOWN, tokensNote } from './words'

type Props = { overview: Overview; rangeDays: number }

export function TokensCard({ overview, rangeDays }: Props) {
  const model = tokenDaysModel(overview.tokens, rangeDays, overview.seenAt)
  const subtitle = tokensNote(rangeDays)
  if (model === null || model.total === 0) {
    return (
      <ChartCard
        title={model?.title ?? TOKENS_UNKNOWN}
        subtitle={subtitle}
        table={null}
        chart={
          <EmptyState title={model === null ? 'Unknown' : 'No tokens counted'} minHeight={TOKEN_HEIGHT}>
            {model === null ? SESSIONS_UNREAD : noTokensIn(rangeDays)}
          </EmptyState>
        }
      />
    )
  }
  return (
    <ChartCard
      title={model.title}
      subtitle={subtitle}
      table={model.table}
      chart={
        <>
          <LazyTokenDaysChart
            bars={model.bars}
            dayTicks={model.dayTicks}
            series={model.legend}
            name="Tokens by day"
          />
          <Legend entries={model.legend} />
          {model.auxiliary !== null && <p className="mt-2 text-support text-text-3">{model.auxiliary}</p>}
        </>
      }
    />
  )
}
