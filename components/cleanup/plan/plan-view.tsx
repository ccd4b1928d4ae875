'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useState } from 'react'
import { Facets } from '@/components/cleanup/items/facets'
import { itemFetcher } from '@/components/cleanup/items/fetch-items'
import { ItemPages } from '@/components/cleanup/items/item-pages'
import { useUnticked } from '@/components/cleanup/items/use-unticked'
import { REPLAN_FAILED, REPLAN_WITHOUT } from '@/components/cleanup/words'
import { Banner } from '@/components/ui/banner'
import { BUTTON, BUTTON_PRIMARY } from '@/components/ui/button-styles'
import { LocalTime } from '@/components/ui/local-time'
import { PageHead } from '@/components/ui/page-head'
import type { Disposition } from '@/lib/domain/plan/action'
import { choiceOf } from '@/lib/domain/plan/plan-choice'
import { groupsOf } from '@/lib/domain/plan/plan-groups'
import { planTitle, removesItems } from '@/lib/domain/plan/words'
import { toIso } from '@/lib/shared/time'
import { ApproveBar } from './approve-bar'
import { DispositionCard } from './disposition-card'
import { PlanIdentity } from './plan-identity'
import { PlanNotices } from './plan-notices'
import type { MayNot, PlanActions, PlanPage } from './plan-page-model'
import { PlanSummary } from './plan-summary'
import { filterQuery, type PlanFilter } from './plan-view-state'
import { ProtectedCounts } from './protected-counts'
import './plan.css'

// Rendered by the server first. The script that scrolls tens of thousands of items may load later.
const PlanItems = dynamic(() =>
  import('@/components/cleanup/items/plan-items').then(({ PlanItems }) => PlanItems),
)

type Props = { plan: PlanPage; filter: PlanFilter; mayNot: MayNot; actions: PlanActions }

/** A plan before its approval: removed and kept items with reasons, and the approve button. */
export function PlanView({ plan, filter: firstSample, mayNot, actions }: Props) {
  const router = useRouter()
  const [filter, change] = usePlanFilter(firstSample)
  const [isPlanning, setPlanning] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const fetchPage = useMemo(() => itemFetcher(plan.id, plan.ownFolder), [plan.id, plan.ownFolder])
  // The plan is frozen, so the first items that the server sent stay valid.
  const [pages] = useState(() => new ItemPages(fetchPage, plan.first))
  const unticked = useUnticked(plan.id, pages, fetchPage, firstSample.from)
  const groups = useMemo(() => groupsOf(plan.totals), [plan.totals])
  const choice = useMemo(
    () => choiceOf(plan.totals, groups, unticked.items.values()),
    [plan.totals, groups, unticked.items],
  )
  const canTick = plan.state === 'open'

  const planAgain = useCallback(
    async (disposition: Disposition, without: readonly number[] = []) => {
      setPlanning(true)
      setRefused(null)
      const answer = await actions.planAgain({ planId: plan.id, disposition, without })
      if (answer.ok) return router.push(`/cleanup/${answer.value.planId}?from=${plan.id}`)
      setPlanning(false)
      setRefused(answer.fault.message)
    },
    [actions, plan.id, router],
  )
  const again = (filter: string) => (
    <button
      type="button"
      disabled={isPlanning}
      onClick={() => void planAgain(plan.disposition)}
      className={filter}
    >
      {isPlanning ? 'Preparing…' : 'Plan again'}
    </button>
  )
  const refusedSteps = [...new Set(plan.refusals.map(({ step }) => step))]
  return (
    <>
      <PageHead
        title={planTitle(plan, choice.go.items, choice.keep.items + choice.unticked.items)}
        subtitle={
          <>
            Prepared <LocalTime iso={toIso(plan.createdAtMs) ?? ''} show="time" /> by {plan.createdBy} for
            home <b className="font-medium text-text">{plan.home.label}</b>{' '}
            <span className="font-mono text-support wrap-anywhere">{plan.home.shortPath}</span>. Nothing has
            moved.
          </>
        }
        tools={
          plan.restores === null && (
            <>
              <Link
                href={`/cleanup?home=${encodeURIComponent(plan.homeId)}&from=${plan.id}`}
                className={BUTTON}
              >
                Change policy
              </Link>
              {again(BUTTON)}
            </>
          )
        }
      />
      {refused !== null && (
        <Banner level="warn" title={REPLAN_FAILED}>
          {refused}
        </Banner>
      )}
      <PlanNotices
        plan={plan}
        mayNot={mayNot}
        untickedItems={choice.unticked.items}
        planAgain={again(BUTTON_PRIMARY)}
        planWithout={
          refusedSteps.length < plan.steps.length && (
            <button
              type="button"
              disabled={isPlanning}
              onClick={() => void planAgain(plan.disposition, refusedSteps)}
              className={BUTTON}
            >
              {REPLAN_WITHOUT}
            </button>
          )
        }
      />
      <div className="grid gap-3 md:gap-4 lg:grid-cols-[minmax(0,1fr)_25.5rem]">
        <PlanSummary plan={plan} choice={choice} />
        {plan.restores === null && removesItems(plan.steps) ? (
          <DispositionCard
            plan={plan}
            bytes={choice.go.bytes}
            isBusy={isPlanning}
            onChange={(disposition) => void planAgain(disposition)}
          />
        ) : (
          <PlanIdentity plan={plan} untickedItems={choice.unticked.items} />
        )}
      </div>
      <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-[18.5rem_minmax(0,1fr)]">
        <div className="grid gap-3 max-lg:order-2 md:gap-4">
          <Facets
            groups={groups}
            choice={choice}
            unticked={unticked}
            canTick={canTick}
            goesWords={plan.restores !== null ? 'Come back' : 'Will go'}
            chosen={filter.group}
            onChoose={(group) => change({ group, q: '' })}
          />
          {plan.restores === null && removesItems(plan.steps) && (
            <PlanIdentity plan={plan} untickedItems={choice.unticked.items} />
          )}
        </div>
        <PlanItems
          plan={plan}
          pages={pages}
          choice={choice}
          unticked={unticked}
          canTick={canTick}
          filter={filter}
          change={change}
        />
      </div>
      {plan.restores === null && plan.protectedCounts.length > 0 && (
        <ProtectedCounts counts={plan.protectedCounts} />
      )}
      <ApproveBar
        plan={plan}
        choice={choice}
        except={() => [...unticked.items.keys()]}
        mayNot={mayNot}
        approvePlan={actions.approvePlan}
      />
    </>
  )
}

/** The filter is in the URL. Changing it makes no request and adds no history entry. */
function usePlanFilter(first: PlanFilter): readonly [PlanFilter, (change: Partial<PlanFilter>) => void] {
  const [filter, setFilter] = useState(first)
  const change = useCallback(
    (part: Partial<PlanFilter>) => {
      const next = { ...filter, ...part }
      window.history.replaceState(null, '', window.location.pathname + filterQuery(next))
      setFilter(next)
    },
    [filter],
  )
  return [filter, change]
}
