/**
 * Sightings become incidents: opened once, made worse or better, kept with their evidence, closed when nothing keeps
 * them. All patience lies in the detector; what is open is the memory, handed in from the store, so that a restart
 * neither closes an incident nor opens it twice.
 */
import { formatAge } from '../../../shared/time.ts'
import type { Incident, IncidentKind, IncidentLevel, Sighting } from './incident.ts'
import { addEvidence, withEntry, withPoint } from './incident-record.ts'

export type Folded = {
  readonly open: Incident[]
  /** Opened, escalated, eased or closed now; the last entry of the timeline says which. */
  readonly changed: Incident[]
  /** Further ones with new evidence: worth storing, not worth telling. */
  readonly recorded: Incident[]
}

const RANK = { warn: 1, critical: 2 } as const

export function foldIncidents(
  open: readonly Incident[],
  sightings: readonly Sighting[],
  nowMs: number,
  make: { id(): string; readonly homeId: string },
): Folded {
  const seen = bySubject(sightings)
  const unsure = new Set(sightings.filter(keepsKind).map(({ kind }) => kind))
  const folded: Folded = { open: [], changed: [], recorded: [] }
  const known = new Set<string>()

  for (const incident of open) {
    const key = keyOf(incident)
    known.add(key)
    const sighting = seen.get(key)
    if (sighting === undefined && !unsure.has(incident.kind)) {
      folded.changed.push(closed(incident, nowMs))
      continue
    }
    const next = sighting === undefined ? incident : seenAgain(incident, sighting, unsure, nowMs)
    folded.open.push(next)
    if (next.level !== incident.level) folded.changed.push(next)
    else if (next.timeline !== incident.timeline) folded.recorded.push(next)
  }
  for (const [key, sighting] of seen) {
    if (known.has(key) || sighting.keepsOnly) continue
    const incident = opened(sighting, nowMs, make)
    folded.open.push(incident)
    folded.changed.push(incident)
  }
  return folded
}

const keyOf = ({ kind, subject }: Pick<Sighting, 'kind' | 'subject'>): string => `${kind}\n${subject}`

/** Not to be told at this look, whatever it is about. */
const keepsKind = ({ keepsOnly, subject, level }: Sighting): boolean =>
  keepsOnly === true && subject === '' && level === 'critical'

/** One sighting of each thing: one that holds before one that only keeps, the worse before the better. */
function bySubject(sightings: readonly Sighting[]): ReadonlyMap<string, Sighting> {
  const seen = new Map<string, Sighting>()
  for (const sighting of sightings) {
    const before = seen.get(keyOf(sighting))
    if (before === undefined || weight(sighting) > weight(before)) seen.set(keyOf(sighting), sighting)
  }
  return seen
}

const weight = ({ keepsOnly, level }: Sighting): number => (keepsOnly ? 0 : RANK.critical) + RANK[level]

function opened(
  sighting: Sighting,
  nowMs: number,
  make: { id(): string; readonly homeId: string },
): Incident {
  const { kind, subject, level, title, rule, unit, limit, value, evidence } = sighting
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

function seenAgain(
  incident: Incident,
  sighting: Sighting,
  unsure: ReadonlySet<IncidentKind>,
  nowMs: number,
): Incident {
  const level = levelNow(incident, sighting, unsure.has(incident.kind))
  const measured = withPoint(incident, sighting, nowMs)
  if (level !== incident.level) {
    const kind = RANK[level] > RANK[incident.level] ? 'escalated' : 'eased'
    const words = sighting.keepsOnly ? EASED : sighting.evidence
    return withEntry(
      { ...measured, ...(sighting.keepsOnly ? {} : saidBy(sighting, nowMs)), level },
      { atMs: nowMs, kind, words },
    )
  }
  if (sighting.keepsOnly) return measured
  return addEvidence({ ...measured, ...saidBy(sighting, nowMs) }, incident, sighting, nowMs)
}

const EASED = 'Below the mark of its level for long enough.'

const saidBy = ({ title, rule, limit }: Sighting, nowMs: number) => ({
  title,
  rule,
  limit,
  lastSeenMs: nowMs,
})

/** Up as soon as it is seen; down only as far as the sighting lets go, and never while it cannot be told. */
function levelNow({ level }: Incident, sighting: Sighting, isUnsure: boolean): IncidentLevel {
  const kept = isUnsure ? level : lower(level, sighting.holdsAt ?? sighting.level)
  return sighting.keepsOnly || RANK[kept] > RANK[sighting.level] ? kept : sighting.level
}

const lower = (a: IncidentLevel, b: IncidentLevel): IncidentLevel => (RANK[a] <= RANK[b] ? a : b)

const closed = (incident: Incident, nowMs: number): Incident =>
  withEntry(
    { ...incident, closedMs: nowMs },
    {
      atMs: nowMs,
      kind: 'closed',
      words: `It no longer holds. Open for ${formatAge(nowMs - incident.openedMs)}.`,
    },
  )
