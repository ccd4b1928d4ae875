'use client'

import { DELETE_WARNING, deleteHint, deleteTitle } from '@/components/cleanup/words'
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
      title={deleteTitle(go.items, plan.home.label)}
      description={DELETE_WARNING}
      facts={[
        ['Home', `${plan.home.label}${plan.home.demo ? ' (demo)' : ''}`],
        ['Path', <Mono key="path">{plan.homePath}</Mono>],
        ['Goes', `${formatPlural(go.items, 'item')}: ${planName(plan)}`],
        ['Frees', `${formatBytes(go.bytes)} now`],
        ['Digest', <Mono key="digest">{shortDigest(plan.digest)}</Mono>],
      ]}
      items={go.items}
      home={plan.home.label}
      hint={deleteHint(plan.trashDays)}
      onClose={onClose}
      onConsent={onConsent}
    />
  )
}

const Mono = ({ children }: { children: string }) => (
  <span className="font-mono text-support leading-5">{children}</span>
)
