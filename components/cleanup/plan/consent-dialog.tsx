'use client'

import { TypedConsent } from '@/components/ui/typed-consent'
import type { Amount } from '@/lib/domain/plan/plan'
import { planName, shortDigest } from '@/lib/domain/plan/words'
import { formatBytes, formatPlural } from '@/lib/shared/numbers'
import type { PlanPage } from './plan-page-model'

type Props = {
  plan: PlanPage
  go: Amount
  onClose: () => void
  onConsent: (phrase: string) => void
}

/** Shown before a permanent delete, which keeps nothing. */
export default function ConsentDialog({ plan, go, onClose, onConsent }: Props) {
  return (
    <TypedConsent
      title={`Delete ${formatPlural(go.items, 'item')} from ${plan.home.label} for good?`}
      description="There is no trash and no archive for this run. Steward cannot bring these back."
      facts={[
        ['Home', `${plan.home.label}${plan.home.demo ? ' (demo)' : ''}`],
        ['Path', <Mono key="path">{plan.homePath}</Mono>],
        ['Goes', `${formatPlural(go.items, 'item')}: ${planName(plan)}`],
        ['Frees', `${formatBytes(go.bytes)} now`],
        ['Digest', <Mono key="digest">{shortDigest(plan.digest)}</Mono>],
      ]}
      items={go.items}
      home={plan.home.label}
      hint={`Or go back and choose trash: the same items, ${
        plan.trashDays === null ? 'restorable' : `restorable for ${formatPlural(plan.trashDays, 'day')}`
      }.`}
      onClose={onClose}
      onConsent={onConsent}
    />
  )
}

const Mono = ({ children }: { children: string }) => (
  <span className="font-mono text-support leading-5">{children}</span>
)
