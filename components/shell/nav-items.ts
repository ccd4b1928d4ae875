/** Every page of the dashboard. A page that exists stands here; nothing else does. */
import ChartColumn from 'lucide-react/icons/chart-column'

export type PageId = 'overview'

export const NAV_GROUPS = [
  { label: 'Observe', items: [{ id: 'overview', label: 'Overview', path: '/', icon: ChartColumn }] },
] as const satisfies readonly NavGroup[]

type NavGroup = {
  readonly label: string
  readonly items: readonly {
    readonly id: PageId
    readonly label: string
    readonly path: string
    readonly icon: typeof ChartColumn
  }[]
}

/** Every address names its home, so that a link means the same to whoever follows it. */
export const pageHref = (path: string, homeId: string): string =>
  `${path}?${new URLSearchParams({ home: homeId })}`

export function pageLabel(id: PageId): string {
  for (const { items } of NAV_GROUPS) for (const item of items) if (item.id === id) return item.label
  return 'Steward'
}
