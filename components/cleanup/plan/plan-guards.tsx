import Box from 'lucide-react/icons/box'
import ListTree from 'lucide-react/icons/list-tree'
import Lock from 'lucide-react/icons/lock'
import Pin from 'lucide-react/icons/pin'
import Radio from 'lucide-react/icons/radio'
import Route from 'lucide-react/icons/route'
import Shield from 'lucide-react/icons/shield'
import Unplug from 'lucide-react/icons/unplug'
import { GUARDS_NOTE, GUARDS_TITLE, guardAmountWords } from '@/components/cleanup/words'
import type { Guard, GuardCode } from '@/lib/domain/plan/guards'

const ICONS: Readonly<Record<GuardCode, typeof Lock>> = {
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
export function PlanGuards({ guards }: { guards: readonly Guard[] }) {
  return (
    <section aria-labelledby="guards" className="rounded-card border border-line bg-surface px-4 py-3.5">
      <h2 id="guards" className="text-card font-strong">
        {GUARDS_TITLE}
      </h2>
      <p className="mt-0.5 text-support text-text-3">{GUARDS_NOTE}</p>
      <ul className="mt-3 grid gap-x-8 gap-y-2 sm:grid-cols-2 xl:grid-cols-4">
        {guards.map(({ code, label, unit, amount }) => (
          <Guarded key={code} icon={ICONS[code]} label={label} amount={guardAmountWords(unit, amount)} />
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
