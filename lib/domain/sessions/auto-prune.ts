/**
 * What Hermes' auto-prune would delete at its next start. Its rules differ by version, and no version spares
 * everything that Steward would (docs/hermes.md, "What Hermes deletes itself"). Pure.
 */
import { DAY_MS, HOUR_MS, toIso } from '../../shared/time.ts'
import type { OwnedFile } from '../home/assessed-home.ts'
import { type AutoPruneEra, autoPruneEra, CLOSED_SOURCES, REAPED } from './auto-prune-era.ts'
import { compressionRoots } from './lineage.ts'
import type { Session } from './session.ts'
import { describeAutoPrune } from './words.ts'

export type AutoPrune = {
  /** `absent`: this version has none. */
  readonly state: 'on' | 'off' | 'absent' | 'unknown'
  readonly retentionDays: number | null
  readonly lastRanAt: string | null
  /** It does not run before then, however often Hermes starts. Null: nothing delays it. */
  readonly restsUntil: string | null
  readonly era: AutoPruneEra | null
  /** What its rules select now, whether or not it is enabled. */
  readonly selects: AutoPruneSelection | null
  readonly words: string
}

type AutoPruneSelection = {
  readonly sessions: number
  /** Selected unless this version already spares them, which is unknown. */
  readonly perhaps: number
  /** Among those deleted. */
  readonly pinned: number
  readonly shelved: number
  /** Bytes of their messages inside the database. Null until counted. */
  readonly databaseBytes: number | null
  /**
   * Equally old open sessions of `CLOSED_SOURCES` that it closes and keeps. Null if only some versions do.
   */
  readonly closes: number | null
  /** Their files that it leaves behind permanently. */
  readonly filesLeft: { readonly count: number; readonly bytes: number } | null
}

export type AutoPruneInput = {
  readonly schema: number | null
  readonly enabled: boolean | null
  readonly retentionDays: number | null
  readonly intervalHours: number
  readonly lastRanMs: number | null
  readonly sessions: readonly Session[] | null
  readonly files: readonly OwnedFile[] | null
  readonly messageBytes: (id: string) => number | null
  readonly nowMs: number
}

export function predictAutoPrune(input: AutoPruneInput): AutoPrune {
  const era = input.schema === null ? null : autoPruneEra(input.schema)
  const state = stateOf(input, era)
  const restMs = input.lastRanMs === null ? null : input.lastRanMs + input.intervalHours * HOUR_MS
  const rests = restMs !== null && restMs > input.nowMs ? restMs : null
  const selects = era === null || !era.exists ? null : select(input, era)
  return {
    state,
    retentionDays: input.retentionDays,
    lastRanAt: toIso(input.lastRanMs),
    restsUntil: toIso(rests),
    era,
    selects,
    words: describeAutoPrune(state, selects, input, rests),
  }
}

function stateOf({ enabled }: AutoPruneInput, era: AutoPruneEra | null): AutoPrune['state'] {
  if (era === null) return 'unknown'
  if (!era.exists) return 'absent'
  return enabled === null ? 'unknown' : enabled ? 'on' : 'off'
}

function select(input: AutoPruneInput, era: AutoPruneEra): AutoPruneSelection | null {
  const { sessions, retentionDays, nowMs } = input
  if (sessions === null || retentionDays === null) return null
  const cutoffMs = nowMs - retentionDays * DAY_MS
  const old = sessions.filter(
    (session) =>
      session.endedMs !== null &&
      (era.ageBasis === 'start' ? session.startedMs : session.lastActiveMs) < cutoffMs,
  )
  const each = old.map((session) => ({ session, spared: spares(session, era, cutoffMs) }))
  const assessed = spareLineages(each, sessions, era)
  const going = assessed.filter(({ spared }) => spared === false).map(({ session }) => session)
  return {
    sessions: going.length,
    perhaps: assessed.filter(({ spared }) => spared === null).length,
    pinned: going.filter(({ pinned }) => pinned).length,
    shelved: going.filter(({ archived }) => archived).length,
    databaseBytes: sumMessages(going, input.messageBytes),
    closes: closesOf(sessions, era, cutoffMs),
    filesLeft: filesLeft(going, input.files, era),
  }
}

/** Considers the session alone, without its conversation. */
function spares(session: Session, era: AutoPruneEra, cutoffMs: number): boolean | null {
  const byPin = session.pinned ? era.sparesPinned : false
  const isReapedLately = session.endReason === REAPED && (session.endedMs ?? 0) >= cutoffMs
  const byReap = isReapedLately ? era.agesReapedFromEnd : false
  if (byPin === true || byReap === true) return true
  return byPin === null || byReap === null ? null : false
}

function closesOf(sessions: readonly Session[], era: AutoPruneEra, cutoffMs: number): number | null {
  if (era.closesStale === false) return 0
  const stale = sessions.filter(
    ({ endedMs, source, startedMs, lastActiveMs }) =>
      endedMs === null && CLOSED_SOURCES.includes(source) && startedMs < cutoffMs && lastActiveMs < cutoffMs,
  ).length
  return era.closesStale === null && stale > 0 ? null : stale
}

/** Null: only some of the versions with this schema spare it. */
type Assessed = { readonly session: Session; readonly spared: boolean | null }

/** A conversation is deleted whole or not at all, in versions that support conversations. */
function spareLineages(
  old: readonly Assessed[],
  sessions: readonly Session[],
  era: AutoPruneEra,
): Assessed[] {
  if (era.wholeLineages === false) return [...old]
  const roots = compressionRoots(sessions)
  if (roots.size === 0) return [...old]
  const going = new Set(old.filter(({ spared }) => spared === false).map(({ session }) => session.id))
  const kept = new Set<string>()
  for (const { id } of sessions) {
    const root = roots.get(id)
    if (root !== undefined && !going.has(id)) kept.add(root)
  }
  return old.map(({ session, spared }) => {
    const root = roots.get(session.id)
    if (spared !== false || root === undefined || !kept.has(root)) return { session, spared }
    return { session, spared: era.wholeLineages }
  })
}

function filesLeft(
  going: readonly Session[],
  files: readonly OwnedFile[] | null,
  era: AutoPruneEra,
): AutoPruneSelection['filesLeft'] {
  if (files === null) return null
  if (files.length === 0) return { count: 0, bytes: 0 }
  const ids = new Set(going.map(({ id }) => id))
  const left = files.filter(
    ({ owner, name, kind }) =>
      typeof owner === 'string' &&
      ids.has(owner) &&
      (kind === 'transcript' || kind === 'request-dump') &&
      (!era.removesFiles ||
        (name.startsWith('session_') && name.endsWith('.json') && name !== `${owner}.json`)),
  )
  return { count: left.length, bytes: left.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function sumMessages(going: readonly Session[], messageBytes: AutoPruneInput['messageBytes']): number | null {
  let sum = 0
  for (const { id } of going) {
    const bytes = messageBytes(id)
    if (bytes === null) return null
    sum += bytes
  }
  return sum
}
