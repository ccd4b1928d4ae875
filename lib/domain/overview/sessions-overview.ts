/** Sessions by state, source, end reason and age. */

import type { Session } from '../sessions/session.ts'
import { AGE_LABELS, ageBucketIndex } from './age.ts'
import { leaksOverview } from './leaks-overview.ts'
import type { AgeCount, SessionsOverview } from './overview.ts'

export function sessionsOverview(sessions: readonly Session[], nowMs: number): SessionsOverview {
  const bySource = new Map<string, number>()
  const byEndReason = new Map<string, number>()
  const ages = new AgeCounter()
  let open = 0
  let leaked = 0
  let cron = 0
  for (const session of sessions) {
    count(bySource, session.source)
    count(byEndReason, session.endReason ?? 'null')
    ages.add(nowMs - session.lastActiveMs, session.source === 'cron')
    if (session.source === 'cron') cron += 1
    if (session.endedMs === null) open += 1
    if (session.state === 'leaked') leaked += 1
  }
  const total = sessions.length
  return {
    total,
    open,
    leaked,
    live: open - leaked,
    bySource: largestFirst(bySource),
    byEndReason: largestFirst(byEndReason),
    ageBuckets: ages.buckets(),
    cron: { count: cron, share: total === 0 ? null : cron / total },
    leaks: leaksOverview(sessions, nowMs),
  }
}

/** Counts ages into the fixed buckets, cron apart. */
export class AgeCounter {
  readonly #all = AGE_LABELS.map(() => 0)
  readonly #cron = AGE_LABELS.map(() => 0)

  add(ageMs: number, isCron: boolean): void {
    const index = ageBucketIndex(ageMs)
    this.#all[index] = (this.#all[index] ?? 0) + 1
    if (isCron) this.#cron[index] = (this.#cron[index] ?? 0) + 1
  }

  buckets(): AgeCount[] {
    return AGE_LABELS.map((label, index) => ({
      label,
      count: this.#all[index] ?? 0,
      cron: this.#cron[index] ?? 0,
    }))
  }
}

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const largestFirst = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))
