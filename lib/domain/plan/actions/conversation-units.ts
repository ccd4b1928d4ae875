/**
 * Groups sessions that are kept or removed together. The parts a compression made of one conversation form
 * one unit, and every other session is its own unit. A unit knows the units that delegated to it. Pure, and
 * independent of row order.
 */
import { compressionRoots, edgeBetween } from '../../sessions/lineage.ts'
import type { Session } from '../../sessions/session.ts'

export type Unit = {
  /** The smallest id of its parts, so that the name does not depend on row order. */
  readonly id: string
  readonly parts: readonly Session[]
  /** The most recently active part. */
  readonly lead: Session
  /** Continuations of a cron run have ordinary ids, so the job is that of any part. */
  readonly job: string | null
  readonly isProtected: boolean
}

export type Units = {
  readonly all: readonly Unit[]
  /** False if no unit was started by another. */
  readonly hasDelegates: boolean
  /** The units whose sessions started this one as a subagent. Nearly always empty. */
  readonly delegatorsOf: (unit: Unit) => readonly Unit[]
}

export function makeUnits(sessions: readonly Session[]): Units {
  const roots = compressionRoots(sessions)
  const split = new Map<string, Session[]>()
  const all: Unit[] = []
  for (const session of sessions) {
    const root = roots.get(session.id)
    if (root === undefined) all.push(unitOfOne(session))
    else split.set(root, [...(split.get(root) ?? []), session])
  }
  for (const parts of split.values()) all.push(unitOf(parts))
  const delegators = findDelegators(all)
  return {
    all,
    hasDelegates: delegators.size > 0,
    delegatorsOf: (unit) => delegators.get(unit) ?? NONE,
  }
}

const unitOfOne = (session: Session): Unit => ({
  id: session.id,
  parts: [session],
  lead: session,
  job: session.cronJobId,
  isProtected: session.protections.length > 0,
})

function unitOf(parts: readonly Session[]): Unit {
  const lead = parts.reduce((first, part) => (isBefore(part, first) ? part : first))
  const jobs = parts.flatMap(({ cronJobId }) => cronJobId ?? [])
  return {
    id: parts.reduce((least, { id }) => (id < least ? id : least), lead.id),
    parts,
    lead,
    job: jobs.length === 0 ? null : jobs.reduce((least, job) => (job < least ? job : least)),
    isProtected: parts.some(({ protections }) => protections.length > 0),
  }
}

/** Newest first, ties by id. */
export const isBefore = (a: Session, b: Session): boolean =>
  a.lastActiveMs > b.lastActiveMs || (a.lastActiveMs === b.lastActiveMs && a.id < b.id)

function findDelegators(all: readonly Unit[]): ReadonlyMap<Unit, readonly Unit[]> {
  const delegators = new Map<Unit, readonly Unit[]>()
  const children = all.filter(({ parts }) => parts.some(mayBeDelegate))
  if (children.length === 0) return delegators
  const unitById = new Map<string, readonly [Unit, Session]>()
  for (const unit of all) for (const part of unit.parts) unitById.set(part.id, [unit, part])
  for (const unit of children) {
    const found = unit.parts
      .flatMap((part) => delegatorsOf(part, unitById))
      .filter((delegator) => delegator !== unit)
    if (found.length > 0) delegators.set(unit, [...new Set(found)])
  }
  return delegators
}

const NONE: readonly Unit[] = []

const mayBeDelegate = ({ parentId, delegateFrom }: Session): boolean =>
  parentId !== null || delegateFrom !== null

/**
 * The marker outlives the link: Hermes unlinks children of a pruned parent, and a restore may bring it back.
 */
function delegatorsOf(part: Session, unitById: ReadonlyMap<string, readonly [Unit, Session]>): Unit[] {
  const parent = part.parentId === null ? undefined : unitById.get(part.parentId)
  const named = part.delegateFrom === null ? undefined : unitById.get(part.delegateFrom)
  const linked = parent !== undefined && edgeBetween(part, parent[1]) === 'delegate' ? parent : undefined
  return [linked, named].flatMap((found) => (found === undefined ? [] : [found[0]]))
}

/** Every unit above this one, nearest first. Stops at a cycle. */
export function delegatorsAbove(unit: Unit, { delegatorsOf: of }: Units): Unit[] {
  const waiting = [...of(unit)]
  const above: Unit[] = []
  if (waiting.length === 0) return above
  const seen = new Set([unit])
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seen.has(next)) continue
    seen.add(next)
    above.push(next)
    waiting.push(...of(next))
  }
  return above
}

/**
 * Groups removed sessions that must be removed together: the parts of a conversation, and subagents with the
 * session that started them. Each family has one name. Null for a session on its own.
 */
export function joinFamilies(
  going: readonly Unit[],
  { delegatorsOf: of }: Units,
): (unit: Unit) => string | null {
  const goes = new Set(going)
  const leaders = new Map<Unit, Unit>()
  const leaderOf = (unit: Unit): Unit => {
    let leader = unit
    for (let next = leaders.get(leader); next !== undefined; next = leaders.get(leader)) leader = next
    return leader
  }
  for (const unit of going) {
    for (const above of of(unit)) {
      if (!goes.has(above)) continue
      const [one, other] = [leaderOf(unit), leaderOf(above)]
      if (one === other) continue
      // The smaller id leads, so that names do not depend on row order.
      if (one.id < other.id) leaders.set(other, one)
      else leaders.set(one, other)
    }
  }
  const followed = new Set(leaders.values())
  return (unit) => {
    const isAlone = unit.parts.length === 1 && !leaders.has(unit) && !followed.has(unit)
    return isAlone ? null : leaderOf(unit).id
  }
}
