/** Composes the observation that pages, the HTTP interface and metrics show of a home. */
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import type { CountProgress } from '../../domain/home/count-progress.ts'
import type { HermesPause } from '../../domain/home/hermes-pause.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import { type HomeRefusal, type HomeStatus, homeStatus } from '../../domain/home/home-status.ts'
import { buildOverview } from '../../domain/overview/build-overview.ts'
import type { BurnOverview, Notice, Overview } from '../../domain/overview/overview.ts'
import { type HomeMemory, memoryNotice } from './home-memory.ts'
import { snapshotFindings } from './snapshot-findings.ts'

export type Observation = {
  readonly home: HomeRef
  readonly overview: Overview
  readonly status: HomeStatus
  readonly progress: CountProgress | null
  /** Counts of other pages, for the navigation. Null if unknown. */
  readonly counted: { readonly checkpoints: number | null; readonly waitingPlans: number | null }
  /** How long the last database read took, so that no request waits for a long one. */
  readonly costMs: number
}

export type ObservationParts = {
  /** A sentence if Steward's database cannot be opened. */
  readonly memory: HomeMemory | string
  readonly refusals: readonly HomeRefusal[]
  readonly pause: HermesPause | null
  readonly incidentNotices: readonly Notice[]
  readonly progress: CountProgress | null
  readonly burn: BurnOverview
  readonly costMs: number
  readonly nowMs: number
}

const EMPTY_MEMORY = { storage: [], history: [] }

export function composeObservation(
  home: HomeRef,
  assessed: AssessedHome,
  { memory: known, refusals, pause, incidentNotices, progress, burn, costMs, nowMs }: ObservationParts,
): Observation {
  const memory = typeof known === 'string' ? null : known
  const { database, liveness } = assessed.snapshot
  const overview = buildOverview(
    assessed,
    { ...(memory?.recall(nowMs) ?? EMPTY_MEMORY), burn },
    nowMs,
    snapshotFindings(assessed, nowMs),
  )
  const notices = typeof known === 'string' ? [memoryNotice(known)] : known.notices()
  const shown = new Set(overview.notices.map(({ title }) => title))
  const added = notices.filter(({ title }) => !shown.has(title))
  return {
    home,
    overview: { ...overview, notices: [...overview.notices, ...added, ...incidentNotices] },
    status: homeStatus(home, database, refusals, liveness, pause),
    progress,
    counted: {
      checkpoints: assessed.checkpoints?.length ?? null,
      waitingPlans: memory?.waitingPlans(home.id, nowMs) ?? null,
    },
    costMs,
  }
}
