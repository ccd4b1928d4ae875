import Link from 'next/link'
import { Findings } from '@/components/overview/findings'
import { Banner } from '@/components/ui/banner'
import { BUTTON } from '@/components/ui/button-styles'
import { PageHead } from '@/components/ui/page-head'
import type { Overview } from '@/lib/domain/overview/overview'
import type { Action, DISPOSITIONS } from '@/lib/domain/plan/action'
import type { UsualPolicies } from '@/lib/domain/plan/default-policies'
import { formatBytes } from '@/lib/shared/numbers'
import { type OpenPlan, RecentRuns, type RunningRun } from './recent-runs'
import { StartForm } from './start-form'
import { weeklyHref } from './start-state'

type Props = {
  homeId: string
  overview: Overview
  policies: UsualPolicies
  ticked: readonly Action[]
  disposition: (typeof DISPOSITIONS)[number]
  plans: readonly OpenPlan[]
  running: readonly RunningRun[]
  said: string | null
  actions: {
    readonly startCleanup: (form: FormData) => Promise<void>
    readonly startFinding: (form: FormData) => Promise<void>
  }
}

/** The start page of a cleanup: findings first, then a custom cleanup. */
export function CleanupView(props: Props) {
  const { homeId, overview, policies, ticked, disposition, plans, running, said, actions } = props
  return (
    <>
      <PageHead
        title={titleOf(overview)}
        subtitle="Each start opens a preview with every item and its reason. Nothing moves until you approve it."
        tools={
          <Link href={weeklyHref(homeId)} className={BUTTON}>
            Weekly cleanup
          </Link>
        }
      />
      {said !== null && (
        <Banner level="warn" title="No plan was made">
          {said}
        </Banner>
      )}
      <RecentRuns plans={plans} running={running} />
      <Findings overview={overview} homeId={homeId} startFinding={actions.startFinding} />
      <StartForm
        homeId={homeId}
        policies={policies}
        ticked={ticked}
        disposition={disposition}
        sources={Object.entries(overview.sessions?.bySource ?? {}).map(([source]) => ({
          value: source,
          label: source === '' ? '(no source)' : source,
        }))}
        cronJobs={(overview.cronJobs ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        startCleanup={actions.startCleanup}
      />
    </>
  )
}

function titleOf({ disk: { reclaimableBytes, homeBytes } }: Overview): string {
  if (reclaimableBytes === null || homeBytes === null) return 'Cleanup: how much can go is not counted yet'
  if (reclaimableBytes === 0) return 'Cleanup: nothing found that takes space for nothing'
  return `Cleanup: ${formatBytes(reclaimableBytes)} of ${formatBytes(homeBytes)} can go`
}
