/**
 * Turns detections into incidents: opened once, raised or lowered, and closed when nothing keeps them. The
 * detector handles all timing. Open incidents come from the store, so a restart neither closes nor repeats
 * one.
 */
import type { Detection, Incident, IncidentKind, IncidentLevel } from './incident.ts'
import { addEvidence, withEntry, withPoint } from './incident-record.ts'
import { describeClosing, EASED_WORDS } from './words.ts'

export type Folded = {
  readonly open: Incident[]
  /** Opened, escalated, eased or closed now, as recorded in the last timeline entry. */
  readonly changed: Incident[]
  /** Incidents with new evidence, to be stored without a notification. */
  readonly recorded: Incident[]
}

const RANK = { warn: 1, critical: 2 } as const

export function foldIncidents(
  open: readonly Incident[],
  detections: readonly Detection[],
  nowMs: number,
  make: { id(): string; readonly homeId: string },
): Folded {
  const seen = bySubject(detections)
  const unsure = new Set(detections.filter(keepsKind).map(({ kind }) => kind))
  const folded: Folded = { open: [], changed: [], recorded: [] }
  const known = new Set<string>()

  for (const incident of open) {
    const key = keyOf(incident)
    known.add(key)
    const detection = seen.get(key)
    if (detection === undefined && !unsure.has(incident.kind)) {
      folded.changed.push(closed(incident, nowMs))
      continue
    }
    const next = detection === undefined ? incident : update(incident, detection, unsure, nowMs)
    folded.open.push(next)
    if (next.level !== incident.level) folded.changed.push(next)
    else if (next.timeline !== incident.timeline) folded.recorded.push(next)
  }
  for (const [key, detection] of seen) {
    if (known.has(key) || detection.keepsOnly) continue
    const incident = opened(detection, nowMs, make)
    folded.open.push(incident)
    folded.changed.push(incident)
  }
  return folded
}

const keyOf = ({ kind, subject }: Pick<Detection, 'kind' | 'subject'>): string => `${kind}\n${subject}`

/** The kind is unknown at this sample. */
const keepsKind = ({ keepsOnly, subject, level }: Detection): boolean =>
  keepsOnly === true && subject === '' && level === 'critical'

/** One detection per subject: an active one before one that only keeps, the worse first. */
function bySubject(detections: readonly Detection[]): ReadonlyMap<string, Detection> {
  const seen = new Map<string, Detection>()
  for (const detection of detections) {
    const before = seen.get(keyOf(detection))
    if (before === undefined || weight(detection) > weight(before)) seen.set(keyOf(detection), detection)
  }
  return seen
}

const weight = ({ keepsOnly, level }: Detection): number => (keepsOnly ? 0 : RANK.critical) + RANK[level]

function opened(
  detection: Detection,
  nowMs: number,
  make: { id(): string; readonly homeId: string },
): Incident {
  const { kind, subject, level, title, rule, unit, limit, value, evidence } = detection
  return {
    id: make.id(),
    homeId: make.homeId,
    kind,
    subject,
    level,
    title,
    rule,
    openedMs: nowMs,
    closedMs: null,
    lastSeenMs: nowMs,
    acknowledged: null,
    timeline: [{ atMs: nowMs, kind: 'opened', words: evidence }],
    unit,
    limit,
    values: value === null ? [] : [{ atMs: nowMs, value }],
  }
}

function update(
  incident: Incident,
  detection: Detection,
  unsure: ReadonlySet<IncidentKind>,
  nowMs: number,
): Incident {
  const level = levelNow(incident, detection, unsure.has(incident.kind))
  const measured = withPoint(incident, detection, nowMs)
  if (level !== incident.level) {
    const kind = RANK[level] > RANK[incident.level] ? 'escalated' : 'eased'
    const words = detection.keepsOnly ? EASED_WORDS : detection.evidence
    return withEntry(
      { ...measured, ...(detection.keepsOnly ? {} : wordsFrom(detection, nowMs)), level },
      { atMs: nowMs, kind, words },
    )
  }
  if (detection.keepsOnly) return measured
  return addEvidence({ ...measured, ...wordsFrom(detection, nowMs) }, incident, detection, nowMs)
}

const wordsFrom = ({ title, rule, limit }: Detection, nowMs: number) => ({
  title,
  rule,
  limit,
  lastSeenMs: nowMs,
})

/** Raised at once. Lowered only as far as the detection allows, and never while the kind is unknown. */
function levelNow({ level }: Incident, detection: Detection, isUnsure: boolean): IncidentLevel {
  const kept = isUnsure ? level : lower(level, detection.holdsAt ?? detection.level)
  return detection.keepsOnly || RANK[kept] > RANK[detection.level] ? kept : detection.level
}

const lower = (a: IncidentLevel, b: IncidentLevel): IncidentLevel => (RANK[a] <= RANK[b] ? a : b)

const closed = (incident: Incident, nowMs: number): Incident =>
  withEntry(
    { ...incident, closedMs: nowMs },
    {
      atMs: nowMs,
      kind: 'closed',
      words: describeClosing(nowMs - incident.openedMs),
    },
  )
