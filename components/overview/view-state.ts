/** Parses and builds the addresses of the overview. */
import type { ChartSubject } from '@/components/charts/chart-subject'

export const OVERVIEW_RANGES = [7, 30, 90] as const
type Range = (typeof OVERVIEW_RANGES)[number]

export type OverviewViewState = {
  readonly home: string | null
  readonly range: Range
  /** Null: whatever this home has. */
  readonly subject: ChartSubject | null
}

const DEFAULT_RANGE: Range = 30
const SUBJECTS: readonly ChartSubject[] = ['transcripts', 'sessions']

/** An invalid parameter means the default, never an error. */
export function parseOverviewView(
  params: Readonly<Record<string, string | string[] | undefined>>,
): OverviewViewState {
  const home = params.home
  return {
    home: typeof home === 'string' && home !== '' ? home : null,
    range: OVERVIEW_RANGES.find((range) => String(range) === params.range) ?? DEFAULT_RANGE,
    subject: SUBJECTS.find((subject) => subject === params.count) ?? null,
  }
}

export function overviewHref(view: OverviewViewState, change: Partial<OverviewViewState>): string {
  const { home, range, subject } = { ...view, ...change }
  const query = new URLSearchParams()
  if (home !== null) query.set('home', home)
  if (range !== DEFAULT_RANGE) query.set('range', String(range))
  if (subject !== null) query.set('count', subject)
  return query.size === 0 ? '/' : `/?${query}`
}
