import Box from 'lucide-react/icons/box'
import ListTree from 'lucide-react/icons/list-tree'
import Lock from 'lucide-react/icons/lock'
import Pin from 'lucide-react/icons/pin'
import Radio from 'lucide-react/icons/radio'
import Route from 'lucide-react/icons/route'
import Shield from 'lucide-react/icons/shield'
import Unplug from 'lucide-react/icons/unplug'
import {
  PROTECTED_COUNTS_NOTE,
  PROTECTED_COUNTS_TITLE,
  protectedAmountWords,
} from '@/components/cleanup/words'
import type { ProtectedCount, ProtectedCountCode } from '@/lib/domain/plan/protected-counts'

const ICONS: Readonly<Record<ProtectedCountCode, typeof Lock>> = {
  live: Radio,
  routed: Route,
  leases: Lock,
  lineage: ListTree,
  pinned: Pin,
  unreachable: Unplug,
  yours: Shield,
  unknown: Box,
}

/** Items that are always protected, whatever is ticked. */
export function ProtectedCounts({ counts }: { counts: readonly ProtectedCount[] }) {
  return (
    <section aria-labelledby="protected" className="rounded-card border border-line bg-surface px-4 py-3.5">
      <h2 id="protected" className="text-card font-strong">
        {PROTECTED_COUNTS_TITLE}
      </h2>
      <p className="mt-0.5 text-support text-text-3">{PROTECTED_COUNTS_NOTE}</p>
      <ul className="mt-3 grid gap-x-8 gap-y-2 sm:grid-cols-2 xl:grid-cols-4">
        {counts.map(({ code, label, unit, amount }) => (
          <Guarded key={code} icon={ICONS[code]} label={label} amount={protectedAmountWords(unit, amount)} />
        ))}
      </ul>
    </section>
  )
}

const Guarded = ({ icon: Icon, label, amount }: { icon: typeof Lock; label: string; amount: string }) => (
  <li className="flex items-center gap-2.5">
    <Icon size={16} strokeWidth={1.5} className="flex-none text-text-3" aria-hidden />
    <span>{label}</span>
    <span className="ml-auto text-text-2 tabular-nums">{amount}</span>
  </li>
)
