import CircleDashed from 'lucide-react/icons/circle-dashed'
import Clock from 'lucide-react/icons/clock'
import Database from 'lucide-react/icons/database'
import FileText from 'lucide-react/icons/file-text'
import Folder from 'lucide-react/icons/folder'
import GitBranch from 'lucide-react/icons/git-branch'
import ListTree from 'lucide-react/icons/list-tree'
import Lock from 'lucide-react/icons/lock'
import MessageSquare from 'lucide-react/icons/message-square'
import Pin from 'lucide-react/icons/pin'
import Radio from 'lucide-react/icons/radio'
import Route from 'lucide-react/icons/route'
import Star from 'lucide-react/icons/star'
import Unplug from 'lucide-react/icons/unplug'
import type { PlanItem } from '@/lib/domain/plan/plan'

/** The icon of the reason that keeps an item; a lock for all others. */
const KEPT_BY: Readonly<Record<string, typeof Lock>> = {
  pinned: Pin,
  'open-recent': Radio,
  'turn-lease': Radio,
  'turn-active': Radio,
  'open-chat': Radio,
  'live-backend': Radio,
  'checkpoint-live': Radio,
  'route-live': Route,
  routed: Route,
  lineage: ListTree,
  'lineage-open': ListTree,
  'relative-live': ListTree,
  'parent-protected': ListTree,
  'parts-not-chosen': ListTree,
  'too-young': Clock,
  resumable: Clock,
  'being-written': Clock,
  'never-closed': CircleDashed,
  'among-newest': Star,
  unreachable: Unplug,
}

export function KeptIcon({ code }: { code: string }) {
  const Icon = KEPT_BY[code] ?? Lock
  return <Icon size={16} strokeWidth={1.5} className="flex-none text-text-3" aria-hidden />
}

const KINDS: Readonly<Record<PlanItem['kind'], typeof Lock>> = {
  session: MessageSquare,
  leak: MessageSquare,
  file: FileText,
  folder: Folder,
  project: GitBranch,
  route: Route,
  database: Database,
}

export function KindIcon({ kind }: { kind: PlanItem['kind'] }) {
  const Icon = KINDS[kind]
  return <Icon size={14} strokeWidth={1.5} className="flex-none text-text-3" aria-hidden />
}
