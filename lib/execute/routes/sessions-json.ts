/**
 * Removes entries from `sessions/sessions.json` and inserts them again. Works on text only;
 * `replaceRoutesFile` writes it. Keys that begin with `_` are notes, not entries.
 */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { RouteTarget } from '../../domain/plan/target.ts'
import { done, skipped } from '../files/outcomes.ts'
import type { JsonMember, SplitJson } from './split-json.ts'

/** An entry and the key before it, null if it was the first. Stored with the save. */
export type SavedRoute = JsonMember & { readonly after: string | null }

export type RouteChange = {
  readonly next: SplitJson
  /** One for each entry, in the same order. */
  readonly outcomes: readonly Outcome[]
}

export function removeEntries(
  json: SplitJson,
  targets: readonly RouteTarget[],
): RouteChange & { readonly saved: readonly SavedRoute[] } {
  const members = new Map(json.members.map((member) => [member.key, member]))
  const assessed = targets.map((target) => assess(members.get(target.key), target))
  const removed = new Set(targets.filter((_, at) => assessed[at]?.kind === 'done').map(({ key }) => key))
  const saved = json.members.flatMap((member, at) =>
    removed.has(member.key) ? [{ ...member, after: json.members[at - 1]?.key ?? null }] : [],
  )
  const next = { ...json, members: json.members.filter(({ key }) => !removed.has(key)) }
  return { next, outcomes: assessed, saved }
}

/** Each goes back behind its former predecessor, or to the end if that one is gone. */
export function insertEntries(json: SplitJson, saved: readonly SavedRoute[]): RouteChange {
  const members = [...json.members]
  const outcomes = saved.map(({ after, ...member }) => {
    const present = members.find(({ key }) => key === member.key)
    if (present !== undefined) return present.raw === member.raw ? done(0) : skipped('place-taken')
    const at = after === null ? -1 : members.findIndex(({ key }) => key === after)
    if (after !== null && at === -1) members.push(member)
    else members.splice(at + 1, 0, member)
    return done(0)
  })
  return { next: { ...json, members }, outcomes }
}

/** Keys of saved entries that are in use by others now. */
export const takenEntries = (json: SplitJson, saved: readonly SavedRoute[]): string[] =>
  saved
    .filter(({ key, raw }) => json.members.some((member) => member.key === key && member.raw !== raw))
    .map(({ key }) => key)

function assess(member: JsonMember | undefined, target: RouteTarget): Outcome {
  if (member === undefined || member.key.startsWith('_')) return skipped('file-gone')
  const { session_id: sessionId, updated_at: updatedAt } = entryOf(member)
  const same = sessionId === target.sessionId && (target.inTable || stampToMs(updatedAt) === target.updatedMs)
  return same ? done(0) : skipped('file-changed')
}

function entryOf({ key, raw }: JsonMember): { session_id?: unknown; updated_at?: unknown } {
  const parsed: unknown = JSON.parse(`{${raw}}`)
  if (typeof parsed !== 'object' || parsed === null) return {}
  const value: unknown = Object.getOwnPropertyDescriptor(parsed, key)?.value
  return typeof value === 'object' && value !== null ? value : {}
}

/** Local time if no zone is given, as early versions of Hermes wrote it, or seconds. */
function stampToMs(stamp: unknown): number | null {
  if (typeof stamp === 'number') return Math.round(stamp * 1000)
  if (typeof stamp !== 'string' || !/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(stamp)) return null
  const ms = Date.parse(stamp.replace(' ', 'T'))
  return Number.isNaN(ms) ? null : Math.round(ms)
}
