import HardDrive from 'lucide-react/icons/hard-drive'
import Hourglass from 'lucide-react/icons/hourglass'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import {
  DISK_ALMOST_FULL,
  MAY_NOT,
  PLAN_EXPIRED_NOTE,
  refusalTitle,
  untickedRemembered,
} from '@/components/cleanup/words'
import { Banner } from '@/components/ui/banner'
import { LocalTime } from '@/components/ui/local-time'
import { describeFullDisk } from '@/lib/domain/plan/words'
import { toIso } from '@/lib/shared/time'
import type { MayNot, PlanPage } from './plan-page-model'

type Props = {
  plan: PlanPage
  mayNot: MayNot
  untickedItems: number
  planAgain: ReactNode
  planWithout: ReactNode
}

/** Why all or part of this plan cannot run, each with what to do about it. */
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
            {PLAN_EXPIRED_NOTE}
            {untickedItems > 0 && ` ${untickedRemembered(untickedItems)}`}
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
        <Banner level="warn" icon={<HardDrive size={16} strokeWidth={1.5} />} title={DISK_ALMOST_FULL}>
          {fullDisk}
        </Banner>
      )}
      {plan.refusals.map(({ step, code, message }, index) => {
        const action = plan.steps[step]?.action
        return (
          <Banner key={`${step} ${code}`} level="warn" title={refusalTitle(action)}>
            <p>{message}</p>
            {index === 0 && <div className="mt-2 empty:hidden">{planWithout}</div>}
          </Banner>
        )
      })}
    </>
  )
}
