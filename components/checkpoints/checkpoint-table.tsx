import Link from 'next/link'
import { SortHead } from '@/components/ui/sort-head'
import type { CheckpointItem } from '@/lib/domain/checkpoints/checkpoint-list'
import { CheckpointCheckbox } from './checkpoint-checkbox'
import { CheckpointRow } from './checkpoint-row'
import { checkpointKey, isRemovable } from './selectable'
import { type CheckpointViewState, checkpointSortHref } from './view-state'
import { TICK_PAGE } from './words'

export type ShownCheckpoint = { readonly item: CheckpointItem; readonly shownPath: string | null }

type Props = {
  rows: readonly ShownCheckpoint[]
  seenAt: string
  homeId: string
  view: CheckpointViewState
}

const COLUMNS = [
  { sort: 'workdir', label: 'Folder', align: 'left', wide: false },
  { sort: 'state', label: 'State', align: 'left', wide: true },
  { sort: 'layout', label: 'Layout', align: 'left', wide: true },
  { sort: 'lastTouchedAt', label: 'Last touch', align: 'right', wide: true },
  { sort: 'commits', label: 'Commits', align: 'right', wide: true },
  { sort: 'bytes', label: 'Reachable', align: 'right', wide: true },
  { sort: 'exclusiveBytes', label: 'Freed if deleted', align: 'right', wide: false },
] as const

export function CheckpointTable({ rows, seenAt, homeId, view }: Props) {
  const selectable = rows
    .filter(({ item }) => isRemovable(item))
    .map(({ item }) => ({ key: checkpointKey(item), bytes: item.exclusiveBytes }))
  return (
    <>
      <SortList view={view} />
      <table className={TABLE}>
        <caption className="sr-only">Checkpoints</caption>
        <thead>
          <tr>
            <td>
              <CheckpointCheckbox homeId={homeId} items={selectable} label={TICK_PAGE} isRow={false} />
            </td>
            {COLUMNS.map(({ sort, label, align }) => (
              <SortHead
                key={sort}
                label={label}
                align={align}
                href={checkpointSortHref(view, sort)}
                sorted={view.sort === sort ? view.order : null}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, shownPath }) => (
            <CheckpointRow
              key={checkpointKey(item)}
              item={item}
              shownPath={shownPath}
              seenAt={seenAt}
              homeId={homeId}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** On a narrow screen, sorts by the columns that are hidden. */
function SortList({ view }: { view: CheckpointViewState }) {
  return (
    <nav
      aria-label="Sort by"
      className="flex flex-wrap gap-x-3 border-b border-line px-3 text-support text-text-3 md:px-4 @min-[52rem]:hidden"
    >
      {COLUMNS.filter(({ wide }) => wide).map(({ sort, label }) => (
        <Link
          key={sort}
          href={checkpointSortHref(view, sort)}
          scroll={false}
          prefetch={false}
          aria-current={view.sort === sort ? 'true' : undefined}
          className="flex min-h-10 items-center aria-[current]:font-medium aria-[current]:text-text"
        >
          {label}
          {view.sort === sort && (view.order === 'asc' ? ' ↑' : ' ↓')}
        </Link>
      ))}
    </nav>
  )
}

const TABLE = [
  'w-full table-fixed text-support md:text-body',
  '[&_td,&_th]:border-b [&_td,&_th]:border-line [&_td,&_th]:px-2 [&_tbody_td]:h-8 [&_tbody_td]:text-right [&_tbody_td]:align-top [&_tbody_td]:pt-1.5 [&_tbody_td]:pb-1 [&_tbody_td]:whitespace-nowrap',
  '[&_tbody_th]:py-1.5 [&_tbody_th]:text-left [&_tbody_th]:align-top [&_tbody_th]:font-normal',
  '[&_td:first-child]:w-11 [&_td:first-child]:pl-3 [&_tbody_td:first-child]:pt-1 [&_tbody_td:first-child]:text-left [&_td:last-child]:pr-3 [&_th:last-child]:pr-3 md:[&_td:last-child]:pr-4 md:[&_th:last-child]:pr-4',
  '[&_thead_th:last-child]:w-32 @min-[52rem]:[&_thead_th:last-child]:w-36 @min-[52rem]:[&_thead_th:nth-child(3)]:w-32 @min-[52rem]:[&_thead_th:nth-child(4)]:w-20 @min-[52rem]:[&_thead_th:nth-child(5)]:w-24 @min-[52rem]:[&_thead_th:nth-child(6)]:w-24 @min-[52rem]:[&_thead_th:nth-child(7)]:w-24',
  '@max-[52rem]:[&_thead_th:nth-child(n+3):not(:last-child)]:hidden',
].join(' ')
