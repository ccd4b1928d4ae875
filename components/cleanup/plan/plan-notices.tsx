import HardDrive from 'lucide-react/icons/hard-drive'
import Hourglass from 'lucide-react/icons/hourglass'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { Banner } from '@/components/ui/banner'
import { LocalTime } from '@/components/ui/local-time'
import { ACTION_WORDS, describeFullDisk } from '@/lib/domain/plan/words'
import { formatPlural } from '@/lib/shared/numbers'
import { toIso } from '@/lib/shared/time'
import type { MayNot, PlanPage } from './plan-page-model'

type Props = {
  plan: PlanPage
  mayNot: MayNot
  untickedItems: number
  planAgain: ReactNode
  planWithout: ReactNode
}

/** Why this plan cannot run, or not all of it, each with the way out. */
export function PlanNotices({ plan, mayNot, untickedItems, planAgain, planWithout }: Props) {
  const fullDisk =
    plan.state === 'open' && plan.restores === null ? describeFullDisk(plan.disposition, plan.disk) : null
  return (
    <>
      {plan.state === 'expired' && (
        <Banner
          level="warn"
          icon={<Hourglass size={16} strokeWidth={1.5} />}
          title={
            <>
              This plan expired at <LocalTime iso={toIso(plan.expiresAtMs) ?? ''} show="time" />
            </>
          }
        >
          <p>
            Nothing moved. A plan holds for an hour, because the home goes on living.
            {untickedItems > 0 &&
              ` Your ${formatPlural(untickedItems, 'unticked item is', 'unticked items are')} remembered.`}
          </p>
          <div className="mt-2">{planAgain}</div>
        </Banner>
      )}
      {plan.state === 'open' && mayNot !== null && (
        <Banner level="info" icon={<Lock size={16} strokeWidth={1.5} />} title={MAY_NOT[mayNot].title}>
          {MAY_NOT[mayNot].way}
        </Banner>
      )}
      {fullDisk !== null && (
        <Banner
          level="warn"
          icon={<HardDrive size={16} strokeWidth={1.5} />}
          title="The disk of this home is almost full"
        >
          {fullDisk}
        </Banner>
      )}
      {plan.refusals.map(({ step, code, message }, index) => {
        const action = plan.steps[step]?.action
        return (
          <Banner
            key={`${step} ${code}`}
            level="warn"
            title={
              action === undefined
                ? 'This cannot run now'
                : `${ACTION_WORDS[action].name}: planned, but cannot run now`
            }
          >
            <p>{message}</p>
            {index === 0 && <div className="mt-2 empty:hidden">{planWithout}</div>}
          </Banner>
        )
      })}
    </>
  )
}

export const MAY_NOT = {
  viewer: {
    title: 'You may look at this plan, not approve it',
    way: 'You are signed in as a viewer. An operator can open this same address and approve it.',
    short: 'Only an operator may approve.',
  },
  'read-only': {
    title: 'Read-only: this plan can be looked at, not approved',
    way: 'Steward was started with STEWARD_READ_ONLY=1. Start it without that to approve plans.',
    short: 'Steward runs read-only.',
  },
} as const
