'use client'

import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { PlanPage } from '@/components/cleanup/plan/plan-page-model'
import type { PlanFilter } from '@/components/cleanup/plan/plan-view-state'
import { emptyItemsWords } from '@/components/cleanup/words'
import { EmptyState } from '@/components/ui/empty-state'
import type { PlanChoice } from '@/lib/domain/plan/plan-choice'
import { groupsOf } from '@/lib/domain/plan/plan-groups'
import { ItemPages, type ItemSource, searchSource } from './item-pages'
import { PlanTable } from './plan-table'
import { flatLines, groupedLines } from './table-rows'
import { TableTools } from './table-tools'
import type { Unticked } from './use-unticked'

type Props = {
  plan: PlanPage
  pages: ItemPages
  choice: PlanChoice
  unticked: Unticked
  canTick: boolean
  filter: PlanFilter
  change: (change: Partial<PlanFilter>) => void
}

/** All items grouped by reason, one group, the unticked items, or search results. */
export function PlanItems({ plan, pages, choice, unticked, canTick, filter, change }: Props) {
  useSyncExternalStore(
    pages.subscribe,
    () => pages.version,
    () => 0,
  )
  const [opened, setOpened] = useState<ReadonlySet<string>>(NONE)
  const q = useDeferredValue(filter.q.trim())
  const search = useMemo(() => (q === '' ? null : searchSource(q, filter.step)), [q, filter.step])
  useEffect(() => {
    if (search !== null) void pages.want(search, 0)
  }, [pages, search])

  const groups = useMemo(
    () =>
      groupsOf(plan.totals, filter.step).filter(({ key, verdict }) =>
        filter.group === null
          ? filter.part === 'all' || (filter.part === 'go' ? verdict === 'act' : verdict === 'keep')
          : key === filter.group,
      ),
    [plan.totals, filter.step, filter.group, filter.part],
  )
  const isUnticked = filter.part === 'unticked' && filter.group === null
  const untickedPages = useMemo(
    () => new ItemPages(fetchNothing, { [UNTICKED.key]: [...unticked.items.values()] }),
    [unticked.items],
  )
  const found = search === null ? null : pages.countOf(search)
  const lines =
    search !== null
      ? flatLines(search, found ?? 0)
      : isUnticked
        ? flatLines(UNTICKED, unticked.items.size)
        : groupedLines(groups, filter.group === null ? opened : new Set([filter.group]))
  const empty = emptyItemsWords(search === null ? null : q, found, isUnticked, lines.count)
  return (
    <section aria-label="Items" className="min-w-0 rounded-card border border-line bg-surface">
      <TableTools plan={plan} filter={filter} change={change} />
      <p
        role="status"
        className={unticked.message === '' ? 'sr-only' : 'border-b border-line px-4 py-2 text-text-2'}
      >
        {unticked.message}
      </p>
      {empty === null ? (
        <PlanTable
          lines={lines}
          pages={search === null && isUnticked ? untickedPages : pages}
          choice={choice}
          unticked={unticked}
          canTick={canTick}
          goesWord={plan.restores !== null ? 'comes back' : 'will go'}
          atMs={plan.createdAtMs}
          onOpen={(key) => setOpened(new Set([...opened, key]))}
        />
      ) : (
        <EmptyState title={empty.title} minHeight={160}>
          {empty.detail}
        </EmptyState>
      )}
    </section>
  )
}

const NONE: ReadonlySet<string> = new Set()

const UNTICKED: ItemSource = { key: 'unticked', queries: [], count: null }
const fetchNothing = async () => null
