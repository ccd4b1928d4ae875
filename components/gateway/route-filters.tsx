import Search from 'lucide-react/icons/search'
import Form from 'next/form'
import { Segmented } from '@/components/ui/segmented'
import type { GatewayReport } from '@/lib/domain/gateway/gateway-report'
import { RESTART_OUTCOMES } from '@/lib/domain/gateway/gateway-restart'
import { formatCount } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'
import { type GatewayState, gatewayHref, hiddenFields, ROUTE_STATES } from './view-state'
import { AT_RESTART, FILTER_ROUTES, RESTART_WORDS } from './words'

type Props = {
  totals: NonNullable<GatewayReport['totals']>
  platforms: readonly string[]
  state: GatewayState
}

export function RouteFilters({ totals, platforms, state }: Props) {
  const outcomes = RESTART_OUTCOMES.filter(
    (outcome) => totals.onRestart[outcome] > 0 || state.onRestart === outcome,
  )
  return (
    <div className="flex flex-wrap gap-2 px-3 pb-3 md:px-4">
      <Segmented
        label="State of routes"
        options={[
          {
            label: `All ${formatCount(totals.all)}`,
            href: gatewayHref(state, { state: null }),
            current: state.state === null,
          },
          ...ROUTE_STATES.map((each) => ({
            label: `${each} ${formatCount(totals[each])}`,
            href: gatewayHref(state, { state: each }),
            current: state.state === each,
          })),
        ]}
      />
      {outcomes.length > 1 && (
        <Segmented
          label={AT_RESTART}
          options={[
            {
              label: 'any fate',
              href: gatewayHref(state, { onRestart: null }),
              current: state.onRestart === null,
            },
            ...outcomes.map((outcome) => ({
              label: `${RESTART_WORDS[outcome]} ${formatCount(totals.onRestart[outcome])}`,
              href: gatewayHref(state, { onRestart: outcome }),
              current: state.onRestart === outcome,
            })),
          ]}
        />
      )}
      {platforms.length > 1 && (
        <Segmented
          label="Platform"
          options={[
            {
              label: 'any platform',
              href: gatewayHref(state, { platform: null }),
              current: state.platform === null,
            },
            ...platforms.map((platform) => ({
              label: visibleText(platform),
              href: gatewayHref(state, { platform }),
              current: state.platform === platform,
            })),
          ]}
        />
      )}
      <Form action="/gateway" scroll={false} className="relative min-w-48 flex-1 basis-48">
        {hiddenFields(state).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Search
          size={14}
          strokeWidth={1.5}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-text-3"
        />
        <input
          type="search"
          name="q"
          defaultValue={state.q ?? ''}
          key={state.q}
          data-filter
          aria-label={FILTER_ROUTES}
          placeholder={FILTER_ROUTES}
          className="h-10 w-full rounded-control border border-line bg-inset pr-2 pl-7 text-support placeholder:text-text-3 md:h-[1.625rem]"
        />
      </Form>
    </div>
  )
}
