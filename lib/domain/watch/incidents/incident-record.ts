/** What an incident keeps of its course: a timeline for people, and a thinned series for the chart. Both are bounded. */
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts'
import type { Detection, Incident, TimelineEntry } from './incident.ts'

const MAX_VALUES = 120
const SHORTEST_STEP_MS = 5 * SECOND_MS
const MAX_ENTRIES = 120
/** Nobody writes that many notes by hand. */
const MAX_NOTES = 400
const EVIDENCE_EVERY_MS = 15 * MINUTE_MS
/** Twice as bad, or half as bad, is worth a line. */
const DOUBLED = 2
/** Lines may go when there are too many; what people and other machines did may not. */
const TRIM_ORDER = [['evidence'], ['evidence', 'eased', 'escalated']] as const

/** A look with the same to say leaves no line: only what doubled or halved, and a sign of life now and then. */
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

/** The nearest point that was kept. */
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

/** The newest point is always exact; those before it lie evenly over the time it was open. */
export function withPoint(incident: Incident, { value, unit }: Detection, atMs: number): Incident {
  if (value === null || !Number.isFinite(value)) return incident
  // Another unit is another chart: the old points would lie about the new ones.
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

/** Doubles whenever the points would become too many, which is when every second one goes. */
function stepFor(spanMs: number): number {
  let stepMs = SHORTEST_STEP_MS
  while (spanMs / stepMs > MAX_VALUES - 1 && Number.isFinite(spanMs)) stepMs *= 2
  return stepMs
}
