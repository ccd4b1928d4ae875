import Link from 'next/link'
import { Findings } from '@/components/overview/findings'
import { Banner } from '@/components/ui/banner'
import { BUTTON } from '@/components/ui/button-styles'
import { PageHead } from '@/components/ui/page-head'
import type { Overview } from '@/lib/domain/overview/overview'
import type { Action, DISPOSITIONS } from '@/lib/domain/plan/action'
import type { DefaultPolicies } from '@/lib/domain/plan/default-policies'
import { type OpenPlan, RecentRuns, type RunningRun } from './recent-runs'
import { StartForm } from './start-form'
import { weeklyHref } from './start-state'
import { CLEANUP_NOTE, cleanupTitle, NO_PLAN_MADE } from './words'

type Props = {
  homeId: string
  overview: Overview
  policies: DefaultPolicies
  ticked: readonly Action[]
  disposition: (typeof DISPOSITIONS)[number]
  plans: readonly OpenPlan[]
  running: readonly RunningRun[]
  message: string | null
  actions: {
    readonly startCleanup: (form: FormData) => Promise<void>
    readonly startFinding: (form: FormData) => Promise<void>
  }
}

/** The start page of a cleanup: findings first, then a custom cleanup. */
export function CleanupView(props: Props) {
  const { homeId, overview, policies, ticked, disposition, plans, running, message, actions } = props
  return (
    <>
      <PageHead
        title={cleanupTitle(overview)}
        subtitle={CLEANUP_NOTE}
        tools={
          <Link href={weeklyHref(homeId)} className={BUTTON}>
            Weekly cleanup
          </Link>
        }
      />
      {message !== null && (
        <Banner level="warn" title={NO_PLAN_MADE}>
          {message}
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
