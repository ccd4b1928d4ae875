/** The history of an incident: a timeline, and a thinned series for the chart. Both are bounded. */
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts'
import type { Detection, Incident, TimelineEntry } from './incident.ts'

const MAX_VALUES = 120
const SHORTEST_STEP_MS = 5 * SECOND_MS
const MAX_ENTRIES = 120
/** More notes than people write. */
const MAX_NOTES = 400
const EVIDENCE_EVERY_MS = 15 * MINUTE_MS
/** A change by this factor gets a timeline entry. */
const DOUBLED = 2
/** Which entries are dropped first. What people and other systems did is kept. */
const TRIM_ORDER = [['evidence'], ['evidence', 'eased', 'escalated']] as const

/** Adds an entry when the value doubled or halved, and every 15 minutes. */
export function addEvidence(next: Incident, before: Incident, detection: Detection, nowMs: number): Incident {
  const last = before.timeline.findLast(({ kind }) => MEASURED.has(kind))
  const sinceMs = nowMs - (last?.atMs ?? before.openedMs)
  const then = last === undefined ? null : valueAt(before, last.atMs)
  const isDue = sinceMs >= EVIDENCE_EVERY_MS || sinceMs < 0 || hasDoubled(then, detection.value)
  return isDue ? withEntry(next, { atMs: nowMs, kind: 'evidence', words: detection.evidence }) : next
}

const MEASURED: ReadonlySet<TimelineEntry['kind']> = new Set(['opened', 'escalated', 'eased', 'evidence'])

function hasDoubled(then: number | null, now: number | null): boolean {
  if (then === null || now === null || then <= 0 || now <= 0) return false
  return now >= then * DOUBLED || now <= then / DOUBLED
}

/** The nearest point. */
function valueAt({ values }: Incident, atMs: number): number | null {
  let nearest: Incident['values'][number] | null = null
  for (const point of values)
    if (nearest === null || Math.abs(point.atMs - atMs) < Math.abs(nearest.atMs - atMs)) nearest = point
  return nearest?.value ?? null
}

export function withEntry(incident: Incident, entry: TimelineEntry): Incident {
  return { ...incident, timeline: trimmed([...incident.timeline, entry]) }
}

function trimmed(timeline: readonly TimelineEntry[]): readonly TimelineEntry[] {
  if (timeline.length <= MAX_ENTRIES) return timeline
  for (const kinds of TRIM_ORDER) {
    const at = timeline.findIndex(
      (entry, i) => i < timeline.length - 1 && (kinds as readonly string[]).includes(entry.kind),
    )
    if (at !== -1) return timeline.toSpliced(at, 1)
  }
  return timeline.length > MAX_NOTES ? timeline.toSpliced(1, 1) : timeline
}

/** The newest point is exact. Earlier ones are evenly spread over the time it was open. */
export function withPoint(incident: Incident, { value, unit }: Detection, atMs: number): Incident {
  if (value === null || !Number.isFinite(value)) return incident
  // Points in another unit do not belong in the same chart.
  const isOther = unit !== incident.unit
  const values = isOther ? [] : incident.values
  const last = values.at(-1)
  const before = values.at(-2)
  const stepMs = stepFor(atMs - incident.openedMs)
  const isProvisional = last !== undefined && before !== undefined && last.atMs - before.atMs < stepMs
  const next = [...(isProvisional ? values.slice(0, -1) : values), { atMs, value }]
  return {
    ...incident,
    unit,
    values: next.length > MAX_VALUES ? next.filter((_, i) => i % 2 === 0 || i === next.length - 1) : next,
  }
}

/** Doubles when there would be too many points, which is when every other one is dropped. */
function stepFor(spanMs: number): number {
  let stepMs = SHORTEST_STEP_MS
  while (spanMs / stepMs > MAX_VALUES - 1 && Number.isFinite(spanMs)) stepMs *= 2
  return stepMs
}
