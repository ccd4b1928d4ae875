/**
 * Patience: turns what rules read at single looks into sightings that do not flap. Between its two marks, and until it
 * has been quiet for its clearing time, a sign keeps what is open and opens nothing. The memory of what is open lies
 * with the incidents, so that a detector that just started neither closes nor repeats one.
 */
import {
  INCIDENT_KINDS,
  type IncidentKind,
  type IncidentLevel,
  type Sighting,
} from '../incidents/incident.ts'
import { higher, type Reading, type Report, rankOf } from './reading.ts'
import { clearingMs, SIGN_NAMES, SIGNS, type Sign } from './signals.ts'
import type { Moment } from './watch-time.ts'

const LEVELS = ['warn', 'critical'] as const
/** More than the sessions that are remembered have signs; beyond it the quietest are forgotten. */
const MOST_STATES = 2_000

type State = {
  readonly sign: Sign
  readonly subject: string
  /** Over the upper mark since, without a dip below the lower one. */
  readonly since: Record<IncidentLevel, number | null>
  readonly lastHeldMs: Record<IncidentLevel, number>
}

type Settled = {
  readonly sign: Sign
  readonly subject: string
  /** Null: not read at this look, and not quiet for long enough. */
  readonly reading: Reading | null
  readonly level: IncidentLevel | null
  readonly holdsAt: IncidentLevel | null
}

export function createLatch() {
  const states = new Map<string, State>()
  /** Since when a kind can be told again; null: not at the last look. */
  const elapsedSince = new Map<IncidentKind, number | null>()

  function settle(readings: readonly Reading[], blind: ReadonlySet<IncidentKind>, now: Moment): Sighting[] {
    if (now.stepMs === null) forgetRising()
    for (const kind of INCIDENT_KINDS) {
      if (blind.has(kind)) elapsedSince.set(kind, null)
      else if (now.stepMs === null || (elapsedSince.get(kind) ?? null) === null)
        elapsedSince.set(kind, now.watchedMs)
    }
    const read = new Set<string>()
    const settled = readings.flatMap((reading) => {
      read.add(keyOf(reading.sign, reading.subject))
      return settleOne(reading, now.watchedMs)
    })
    for (const [key, state] of states) if (!read.has(key)) settled.push(...settleUnread(state, now.watchedMs))
    drop(now.watchedMs)
    return [...merge(settled), ...INCIDENT_KINDS.filter((kind) => isUnsure(kind, now.watchedMs)).map(keepAll)]
  }

  function isUnsure(kind: IncidentKind, nowMs: number): boolean {
    const since = elapsedSince.get(kind) ?? null
    return since === null || nowMs - since < clearingMs(kind)
  }

  /** What was over its mark before a gap may not have been so within it. */
  function forgetRising(): void {
    for (const { since } of states.values()) for (const level of LEVELS) since[level] = null
  }

  function settleOne(reading: Reading, nowMs: number): Settled[] {
    const key = keyOf(reading.sign, reading.subject)
    const before = states.get(key)
    const held = higher(reading.held, reading.reached)
    if (held === null && before === undefined) return []
    const state = before ?? newState(reading)
    states.delete(key)
    states.set(key, state)
    const { warnMs, criticalMs, clearMs } = SIGNS[reading.sign]
    let level: IncidentLevel | null = null
    let holdsAt: IncidentLevel | null = null
    for (const one of LEVELS) {
      const isReached = rankOf(reading.reached) >= rankOf(one)
      const isHeld = rankOf(held) >= rankOf(one)
      if (!isHeld) state.since[one] = null
      else {
        state.lastHeldMs[one] = nowMs
        if (isReached) state.since[one] ??= nowMs
      }
      const since = state.since[one]
      if (isReached && since !== null && nowMs - since >= (one === 'warn' ? warnMs : criticalMs)) level = one
      if (nowMs - state.lastHeldMs[one] < clearMs) holdsAt = one
    }
    const { sign, subject } = reading
    return level === null && holdsAt === null
      ? []
      : [{ sign, subject, reading, level, holdsAt: higher(holdsAt, level) }]
  }

  function settleUnread({ sign, subject, since, lastHeldMs }: State, nowMs: number): Settled[] {
    let holdsAt: IncidentLevel | null = null
    for (const level of LEVELS) {
      since[level] = null
      if (nowMs - lastHeldMs[level] < SIGNS[sign].clearMs) holdsAt = level
    }
    return holdsAt === null ? [] : [{ sign, subject, reading: null, level: null, holdsAt }]
  }

  function drop(nowMs: number): void {
    for (const [key, { lastHeldMs }] of states) {
      const quietMs = nowMs - Math.max(lastHeldMs.warn, lastHeldMs.critical)
      if (states.size > MOST_STATES || quietMs >= LONGEST_CLEARING_MS) states.delete(key)
    }
  }

  return { settle, size: () => states.size }
}

const LONGEST_CLEARING_MS = Math.max(...SIGN_NAMES.map((sign) => SIGNS[sign].clearMs))

const newState = ({ sign, subject }: Reading): State => ({
  sign,
  subject,
  since: { warn: null, critical: null },
  lastHeldMs: { warn: Number.NEGATIVE_INFINITY, critical: Number.NEGATIVE_INFINITY },
})

const keyOf = (first: string, second: string): string => `${first}\n${second}`

/** Several signs may speak of the same thing; the worst gives the words, the others add to the evidence. */
function merge(settled: readonly Settled[]): Sighting[] {
  const bySubject = new Map<string, Settled[]>()
  for (const one of settled) {
    const key = keyOf(SIGNS[one.sign].kind, one.subject)
    bySubject.set(key, [...(bySubject.get(key) ?? []), one])
  }
  return [...bySubject.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => sightingOf(group.sort(byWorst)))
}

const byWorst = (a: Settled, b: Settled): number =>
  rankOf(b.level) - rankOf(a.level) ||
  rankOf(b.holdsAt) - rankOf(a.holdsAt) ||
  SIGN_NAMES.indexOf(a.sign) - SIGN_NAMES.indexOf(b.sign)

function sightingOf(group: readonly Settled[]): Sighting[] {
  const [first] = group
  if (first === undefined) return []
  const { sign, subject, reading, level } = first
  const holdsAt = group.reduce<IncidentLevel | null>((most, one) => higher(most, one.holdsAt), null)
  const facts = {
    kind: SIGNS[sign].kind,
    subject,
    value: reading?.value ?? null,
    unit: reading?.unit ?? null,
    limit: reading?.limit ?? null,
  }
  if (level === null) return [{ ...facts, ...NO_WORDS, level: holdsAt ?? 'warn', keepsOnly: true }]
  const spoken = group.flatMap((one) =>
    one.level === null || one.reading === null ? [] : [one.reading.words()],
  )
  const words = spoken[0] ?? NO_WORDS
  const evidence = [...new Set(spoken.map((one) => one.evidence))].join(' ')
  return [
    { ...facts, ...words, evidence, level, ...(holdsAt === null || holdsAt === level ? {} : { holdsAt }) },
  ]
}

const NO_WORDS = { title: '', rule: '', evidence: '' }

const keepAll = (kind: IncidentKind): Sighting => ({
  kind,
  subject: '',
  level: 'critical',
  keepsOnly: true,
  ...NO_WORDS,
  value: null,
  unit: null,
  limit: null,
})

export function createReport(): Report & {
  readonly readings: readonly Reading[]
  readonly blind: ReadonlySet<IncidentKind>
} {
  const readings: Reading[] = []
  const blind = new Set<IncidentKind>()
  return {
    readings,
    blind,
    read: (reading) => void readings.push(reading),
    cannotTell: (kind) => void blind.add(kind),
  }
}
