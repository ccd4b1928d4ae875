import Link from 'next/link'
import { pageHref } from '@/components/shell/nav/nav-items'
import { Chip } from '@/components/ui/chip'
import { Segmented } from '@/components/ui/segmented'
import { Swatch } from '@/components/ui/swatch'
import { BoardCard } from '@/components/watch/board-card'
import { type WatchView, watchHref } from '@/components/watch/view-state'
import type { WatchState } from '@/lib/domain/watch/watch-state'
import { type BurnerRow, burnersModel, GROUPINGS, type Grouping, MAX_BURNERS } from './burners-model'
import { noBurnersWords } from './words'

type Props = { state: WatchState; view: WatchView }

const NAMES: Readonly<Record<Grouping, string>> = {
  session: 'Sessions',
  source: 'Sources',
  job: 'Jobs',
  model: 'Models',
}

/** The largest token users. Five rows of space are reserved, so nothing below moves. */
export function BurnersCard({ state, view }: Props) {
  const { title, rows } = burnersModel(state, view.by)
  return (
    <BoardCard
      title={title}
      aside={
        <>
          {!view.wall && (
            <Segmented
              label="Burn by"
              options={GROUPINGS.map((by) => ({
                label: NAMES[by],
                href: watchHref(view, { by }),
                current: by === view.by,
              }))}
            />
          )}
          <span className="text-support text-text-3">last 60 s</span>
        </>
      }
    >
      <div className="mt-1 min-h-[calc(1.75rem+5*2.5rem)]">
        <table className={TABLE}>
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{NAMES[view.by].slice(0, -1)}</th>
              <th scope="col" className="w-23 text-right">
                Tokens/min
              </th>
              <th scope="col" className="hidden w-19 @2xl:table-cell">
                <span className="sr-only">Against the highest</span>
              </th>
              <th scope="col" className="hidden w-19 text-right @2xl:table-cell">
                {view.by === 'session' ? 'Calls/min' : ''}
              </th>
              <th scope="col" className="hidden w-14 text-right @2xl:table-cell">
                Fresh
              </th>
              <th scope="col" className="hidden w-20 text-right @2xl:table-cell">
                Messages
              </th>
              <th scope="col" className="hidden w-54 @2xl:table-cell @4xl:w-72">
                {view.by === 'session' ? 'Loop signs' : ''}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} homeId={state.homeId} view={view} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && (
          <p className="px-4 py-3 text-text-3">
            {noBurnersWords(state.burn.tokensPerMinute !== null, MAX_BURNERS)}
          </p>
        )}
      </div>
    </BoardCard>
  )
}

const TABLE = [
  'w-full table-fixed border-separate border-spacing-0',
  '[&_th,&_td]:px-2 [&_th:first-child]:pl-4 [&_th:last-child,&_td:last-child]:pr-4',
  '[&_thead_th]:h-7 [&_thead_th]:text-support [&_thead_th]:font-medium [&_thead_th]:text-text-3 [&_thead_th:not(.text-right)]:text-left',
  '[&_tbody_tr>*]:h-10 [&_tbody_tr>*]:border-t [&_tbody_tr>*]:border-line [&_tbody_tr:hover>*]:bg-raised',
].join(' ')

function Row({ row, homeId, view }: { row: BurnerRow; homeId: string; view: WatchView }) {
  return (
    <tr>
      <th scope="row" className="text-left font-normal">
        <span className="block truncate leading-4 font-strong">
          {row.sessionId === null || view.wall ? (
            <bdi>{row.label}</bdi>
          ) : (
            <Link
              data-row
              prefetch={false}
              href={pageHref(`/sessions/${encodeURIComponent(row.sessionId)}`, homeId)}
              className="underline-offset-2 hover:underline"
            >
              <bdi>{row.label}</bdi>
            </Link>
          )}
        </span>
        <span className="flex items-center gap-1.5 text-support text-text-2">
          {row.color !== null && <Swatch color={row.color} />}
          <span className="truncate">{row.under}</span>
        </span>
        {row.signs.length > 0 && (
          <span className="flex flex-wrap gap-1 pb-1 @2xl:hidden">
            <Signs signs={row.signs} />
          </span>
        )}
      </th>
      <td className="text-right text-card font-semibold whitespace-nowrap" title={row.split}>
        {row.rate}
      </td>
      <td className="hidden px-1! @2xl:table-cell" aria-hidden>
        <span
          className={`block h-2 rounded-[2px] ${row.isHot ? 'bg-warn' : 'bg-text-3'}`}
          style={{ width: `${Math.max(row.bar * 100, 2)}%` }}
        />
      </td>
      <td className="hidden text-right text-text-2 @2xl:table-cell">{row.calls}</td>
      <td className="hidden text-right text-text-2 @2xl:table-cell">{row.fresh}</td>
      <td className="hidden text-right text-text-2 @2xl:table-cell">{row.messages}</td>
      <td className="hidden @2xl:table-cell">
        {row.signs.length > 0 ? (
          <span className="flex flex-wrap gap-x-1 gap-y-0.5">
            <Signs signs={row.signs} />
          </span>
        ) : (
          view.by === 'session' && <span className="text-text-3">none</span>
        )}
      </td>
    </tr>
  )
}

const Signs = ({ signs }: { signs: readonly string[] }) =>
  signs.map((sign) => (
    <Chip key={sign} warns>
      {sign}
    </Chip>
  ))
