import Search from 'lucide-react/icons/search'
import { Segmented } from '@/components/ui/segmented'
import {
  CHECKPOINT_LAYOUTS,
  CHECKPOINT_STATES,
  type CheckpointList,
} from '@/lib/domain/checkpoints/checkpoint-list'
import { formatCount } from '@/lib/shared/numbers'
import { LAYOUT_LABELS } from './checkpoint-row'
import { type CheckpointViewState, checkpointHref } from './view-state'

type Props = { list: CheckpointList; view: CheckpointViewState }

/** Filters by state, layout and folder. All of them are in the address, so a form and links are enough. */
export function CheckpointFilter({ list: { totals, layouts }, view }: Props) {
  const all = totals === null ? 0 : Object.values(totals).reduce((sum, { count }) => sum + count, 0)
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-3 md:px-4">
      <div className="max-w-full overflow-x-auto">
        <Segmented
          label="State"
          options={[
            {
              label: 'All',
              count: formatCount(all),
              href: checkpointHref(view, { state: null }),
              current: view.state === null,
            },
            ...CHECKPOINT_STATES.map((state) => ({
              label: capital(state),
              count: formatCount(totals?.[state].count ?? 0),
              href: checkpointHref(view, { state }),
              current: view.state === state,
            })),
          ]}
        />
      </div>
      <Segmented
        label="Layout"
        options={[
          {
            label: 'Any layout',
            href: checkpointHref(view, { layout: null }),
            current: view.layout === null,
          },
          ...CHECKPOINT_LAYOUTS.filter(
            (layout) => (layouts?.[layout] ?? 0) > 0 || view.layout === layout,
          ).map((layout) => ({
            label: LAYOUT_LABELS[layout],
            href: checkpointHref(view, { layout }),
            current: view.layout === layout,
          })),
        ]}
      />
      <form action="/checkpoints" className="flex min-w-0 flex-1 basis-60">
        {hiddenParams(view).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label className="flex h-10 min-w-0 flex-1 items-center gap-2 rounded-control border border-line bg-inset px-2 focus-within:border-line-strong md:h-7">
          <Search size={14} strokeWidth={1.5} aria-hidden className="flex-none text-text-3" />
          <input
            type="search"
            name="q"
            data-filter
            aria-label="Filter by folder"
            placeholder="Filter by folder"
            maxLength={200}
            defaultValue={view.q ?? ''}
            key={view.q ?? ''}
            className="min-w-0 flex-1 bg-transparent placeholder:text-text-3"
          />
        </label>
      </form>
    </div>
  )
}

/** Submitting a form drops the query string, so its other parameters go along as hidden fields. */
function hiddenParams(view: CheckpointViewState): [string, string][] {
  const { searchParams } = new URL(checkpointHref(view, { q: null }), 'http://localhost')
  return [...searchParams]
}
