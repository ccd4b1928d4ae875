/**
 * What the age and cron charts count. Hermes has written no transcript files by default since May 2026, so a home without
 * them shows its sessions.
 */
import type { Overview } from '@/lib/domain/overview/overview'

export type ChartSubject = 'transcripts' | 'sessions'

type Counted = Pick<Overview, 'files' | 'sessions'>

/** What this home has, the default first. */
export function subjectsOf({ files, sessions }: Counted): ChartSubject[] {
  const present: ChartSubject[] = []
  if ((files?.transcripts.count ?? 0) > 0) present.push('transcripts')
  if ((sessions?.total ?? 0) > 0) present.push('sessions')
  return present
}

/** Null if nothing was read that could be counted. */
export function chooseSubject(overview: Counted, wanted: ChartSubject | null): ChartSubject | null {
  const present = subjectsOf(overview)
  if (wanted !== null && present.includes(wanted)) return wanted
  return present[0] ?? (overview.sessions === null ? null : 'sessions')
}
