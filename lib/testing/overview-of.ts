/** The overview of a partial snapshot, with messages from ten hours ago and no history by default. */

import { assessHome } from '../domain/home/assess-home.ts'
import type { HomeSnapshot } from '../domain/home/snapshot.ts'
import { buildOverview, type Memory } from '../domain/overview/build-overview.ts'
import { NO_BURN } from '../domain/overview/burn-overview.ts'
import { HOUR_MS } from '../shared/time.ts'
import { aSnapshot, NOW_MS } from './factories.ts'

const nothing: Memory = { storage: [], history: [] }
export const overviewOf = (parts: Partial<HomeSnapshot>, memory: Memory = nothing) =>
  buildOverview(
    assessHome(aSnapshot(parts), NOW_MS, {
      lastHourMs: () => NOW_MS - 10 * HOUR_MS,
      messageBytes: () => 100,
    }),
    { ...memory, burn: NO_BURN },
    NOW_MS,
  )

export const findingOf = (parts: Partial<HomeSnapshot>, code: string) =>
  overviewOf(parts).findings.find((finding) => finding.code === code)
