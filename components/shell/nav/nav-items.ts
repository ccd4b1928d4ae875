/** All pages of the dashboard. */
import Activity from 'lucide-react/icons/activity'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ChartColumn from 'lucide-react/icons/chart-column'
import Clock from 'lucide-react/icons/clock'
import Database from 'lucide-react/icons/database'
import GitCommitVertical from 'lucide-react/icons/git-commit-vertical'
import History from 'lucide-react/icons/history'
import LayoutPanelLeft from 'lucide-react/icons/layout-panel-left'
import MessageSquare from 'lucide-react/icons/message-square'
import Trash2 from 'lucide-react/icons/trash-2'
import TrendingUp from 'lucide-react/icons/trending-up'

export const NAV_GROUPS = [
  {
    label: 'Observe',
    items: [
      { id: 'overview', label: 'Overview', path: '/', key: 'o', icon: ChartColumn },
      { id: 'watch', label: 'Watch', path: '/watch', key: 'w', icon: Activity },
      { id: 'sessions', label: 'Sessions', path: '/sessions', key: 's', icon: MessageSquare },
      { id: 'cron', label: 'Cron', path: '/cron', key: 'c', icon: Clock },
      { id: 'tokens', label: 'Tokens', path: '/tokens', key: 't', icon: TrendingUp },
    ],
  },
  {
    label: 'Store',
    items: [
      { id: 'storage', label: 'Storage', path: '/storage', key: 'd', icon: LayoutPanelLeft },
      { id: 'checkpoints', label: 'Checkpoints', path: '/checkpoints', key: 'p', icon: GitCommitVertical },
      { id: 'database', label: 'Database', path: '/database', key: 'b', icon: Database },
      { id: 'gateway', label: 'Gateway', path: '/gateway', key: 'g', icon: ArrowLeftRight },
    ],
  },
  {
    label: 'Clean',
    items: [
      { id: 'cleanup', label: 'Cleanup', path: '/cleanup', key: 'l', icon: Trash2 },
      { id: 'history', label: 'History', path: '/history', key: 'h', icon: History },
    ],
  },
] as const satisfies readonly NavGroup[]

export type PageId = (typeof NAV_GROUPS)[number]['items'][number]['id']

type NavGroup = {
  readonly label: string
  readonly items: readonly {
    readonly id: string
    readonly label: string
    readonly path: string
    /** The letter after `g`. Storage (disk) is d, checkpoints p, database b, cleanup l. */
    readonly key: string
    readonly icon: typeof ChartColumn
  }[]
}

/** Every address names its home, so that a link means the same to everyone. */
export const pageHref = (path: string, homeId: string): string =>
  `${path}?${new URLSearchParams({ home: homeId })}`

/** Parameters that mean nothing in another home. */
const HOME_SPECIFIC_PARAMS = ['home', 'open', 'at', 'cursor', 'q', 'incident']

/** The same page of another home with the same filters. */
export function sameViewHref(path: string, homeId: string, query: Iterable<[string, string]>): string {
  const params = new URLSearchParams({ home: homeId })
  for (const [key, value] of query) if (!HOME_SPECIFIC_PARAMS.includes(key)) params.append(key, value)
  return `${path}?${params}`
}

/** The path of a page. A detail page belongs to its list. */
export function pagePath(id: PageId): string {
  for (const { items } of NAV_GROUPS) for (const item of items) if (item.id === id) return item.path
  return '/'
}

/** The page at exactly this path. */
export function pageOfPath(path: string): PageId | null {
  for (const { items } of NAV_GROUPS) for (const item of items) if (item.path === path) return item.id
  return null
}

export function pageLabel(id: PageId): string {
  for (const { items } of NAV_GROUPS) for (const item of items) if (item.id === id) return item.label
  return 'Steward'
}
