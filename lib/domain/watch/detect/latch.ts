/**
 * Hysteresis: turns readings of single samples into detections that do not flap. Between its two thresholds,
 * and until it has been quiet for its clearing time, a signal keeps an incident open and opens none. What is
 * open is stored with the incidents, so that a new detector neither closes nor repeats one.
 */
import {
  type Detection,
  INCIDENT_KINDS,
  type IncidentKind,
  type IncidentLevel,
} from '../incidents/incident.ts'
import { higher, type Reading, type RuleReport, rankOf } from './reading.ts'
import { clearingMs, SIGNAL_NAMES, SIGNALS, type Signal } from './signals.ts'
import type { Moment } from './watch-time.ts'

const LEVELS = ['warn', 'critical'] as const
/** More than the tracked sessions have signals. Beyond it, the quietest are dropped. */
const MAX_STATES = 2_000

type State = {
  readonly signal: Signal
  readonly subject: string
  /** Above the upper threshold since then, without falling below the lower one. */
  readonly since: Record<IncidentLevel, number | null>
  readonly lastHeldMs: Record<IncidentLevel, number>
}

type Settled = {
  readonly signal: Signal
  readonly subject: string
  /** Null if not read at this sample. */
  readonly reading: Reading | null
  readonly level: IncidentLevel | null
  readonly holdsAt: IncidentLevel | null
}

export function createLatch() {
  const states = new Map<string, State>()
  /** Since when a kind is known again. Null if it was unknown at the last sample. */
  const knownSince = new Map<IncidentKind, number | null>()

  function settle(
    readings: readonly Reading[],
    unknownKinds: ReadonlySet<IncidentKind>,
    now: Moment,
  ): Detection[] {
    if (now.stepMs === null) resetSince()
    for (const kind of INCIDENT_KINDS) {
      if (unknownKinds.has(kind)) knownSince.set(kind, null)
      else if (now.stepMs === null || (knownSince.get(kind) ?? null) === null)
        knownSince.set(kind, now.watchedMs)
    }
    const read = new Set<string>()
    const settled = readings.flatMap((reading) => {
      read.add(keyOf(reading.signal, reading.subject))
      return settleOne(reading, now.watchedMs)
    })
    for (const [key, state] of states) if (!read.has(key)) settled.push(...settleUnread(state, now.watchedMs))
    drop(now.watchedMs)
    return [
      ...merge(settled),
      ...INCIDENT_KINDS.filter((kind) => isUnknown(kind, now.watchedMs)).map(keepAll),
    ]
  }

  function isUnknown(kind: IncidentKind, nowMs: number): boolean {
    const since = knownSince.get(kind) ?? null
    return since === null || nowMs - since < clearingMs(kind)
  }

  /** After a gap, the condition may not have lasted. */
  function resetSince(): void {
    for (const { since } of states.values()) for (const level of LEVELS) since[level] = null
  }

  function settleOne(reading: Reading, nowMs: number): Settled[] {
    const key = keyOf(reading.signal, reading.subject)
    const before = states.get(key)
    const held = higher(reading.held, reading.reached)
    if (held === null && before === undefined) return []
    const state = before ?? newState(reading)
    states.delete(key)
    states.set(key, state)
    const { warnMs, criticalMs, clearMs } = SIGNALS[reading.signal]
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
    const { signal, subject } = reading
    return level === null && holdsAt === null
      ? []
      : [{ signal, subject, reading, level, holdsAt: higher(holdsAt, level) }]
  }

  function settleUnread({ signal, subject, since, lastHeldMs }: State, nowMs: number): Settled[] {
    let holdsAt: IncidentLevel | null = null
    for (const level of LEVELS) {
      since[level] = null
      if (nowMs - lastHeldMs[level] < SIGNALS[signal].clearMs) holdsAt = level
    }
    return holdsAt === null ? [] : [{ signal, subject, reading: null, level: null, holdsAt }]
  }

  function drop(nowMs: number): void {
    for (const [key, { lastHeldMs }] of states) {
      const quietMs = nowMs - Math.max(lastHeldMs.warn, lastHeldMs.critical)
      if (states.size > MAX_STATES || quietMs >= LONGEST_CLEARING_MS) states.delete(key)
    }
  }

  return { settle, size: () => states.size }
}

const LONGEST_CLEARING_MS = Math.max(...SIGNAL_NAMES.map((signal) => SIGNALS[signal].clearMs))

const newState = ({ signal, subject }: Reading): State => ({
  signal,
  subject,
  since: { warn: null, critical: null },
  lastHeldMs: { warn: Number.NEGATIVE_INFINITY, critical: Number.NEGATIVE_INFINITY },
})

const keyOf = (first: string, second: string): string => `${first}\n${second}`

/** Several signals may have the same subject. The worst provides the text, the others add evidence. */
function merge(settled: readonly Settled[]): Detection[] {
  const bySubject = new Map<string, Settled[]>()
  for (const one of settled) {
    const key = keyOf(SIGNALS[one.signal].kind, one.subject)
    bySubject.set(key, [...(bySubject.get(key) ?? []), one])
  }
  return [...bySubject.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => toDetection(group.sort(byWorst)))
}

const byWorst = (a: Settled, b: Settled): number =>
  rankOf(b.level) - rankOf(a.level) ||
  rankOf(b.holdsAt) - rankOf(a.holdsAt) ||
  SIGNAL_NAMES.indexOf(a.signal) - SIGNAL_NAMES.indexOf(b.signal)

function toDetection(group: readonly Settled[]): Detection[] {
  const [first] = group
  if (first === undefined) return []
  const { signal, subject, reading, level } = first
  const holdsAt = group.reduce<IncidentLevel | null>((most, one) => higher(most, one.holdsAt), null)
  const facts = {
    kind: SIGNALS[signal].kind,
    subject,
    value: reading?.value ?? null,
    unit: reading?.unit ?? null,
    limit: reading?.limit ?? null,
  }
  if (level === null) return [{ ...facts, ...NO_WORDS, level: holdsAt ?? 'warn', keepsOnly: true }]
  const texts = group.flatMap((one) =>
    one.level === null || one.reading === null ? [] : [one.reading.words()],
  )
  const words = texts[0] ?? NO_WORDS
  const evidence = [...new Set(texts.map((one) => one.evidence))].join(' ')
  return [
    { ...facts, ...words, evidence, level, ...(holdsAt === null || holdsAt === level ? {} : { holdsAt }) },
  ]
}

const NO_WORDS = { title: '', rule: '', evidence: '' }

const keepAll = (kind: IncidentKind): Detection => ({
  kind,
  subject: '',
  level: 'critical',
  keepsOnly: true,
  ...NO_WORDS,
  value: null,
  unit: null,
  limit: null,
})

export function createReport(): RuleReport & {
  readonly readings: readonly Reading[]
  readonly unknownKinds: ReadonlySet<IncidentKind>
} {
  const readings: Reading[] = []
  const blind = new Set<IncidentKind>()
  return {
    readings,
    unknownKinds: blind,
    read: (reading) => void readings.push(reading),
    unknown: (kind) => void blind.add(kind),
  }
}
