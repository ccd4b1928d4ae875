/** Details of one session: its row, Steward's roll-ups, and a bounded read of its messages. */
import { isTruncated } from '../../collect/sessions/is-truncated.ts'
import { readMessageTicks } from '../../collect/sessions/read-message-ticks.ts'
import { readSessionRoles } from '../../collect/sessions/read-session-roles.ts'
import { readSessionUsage } from '../../collect/sessions/read-session-usage.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import type { Fault } from '../../domain/home/fault.ts'
import { busiestWindows, fastestWindow } from '../../domain/sessions/busiest-windows.ts'
import type { NoSuchSession } from '../../domain/sessions/session.ts'
import {
  type DetailReadings,
  describeSession,
  FILES_SHOWN,
  type SessionDetail,
} from '../../domain/sessions/session-detail.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { tableOf } from './read-session-list.ts'

export type SessionDetailAnswer = Result<SessionDetail, Fault | NoSuchSession>

const MOST_HOURS = 2_000

export async function readSessionDetail(
  home: HomeObserver,
  { id }: { readonly id: string },
): Promise<SessionDetailAnswer> {
  const assessed = await home.assessed()
  const table = tableOf(home, assessed, 'rows')
  if (table === null)
    return assessed.snapshot.rows.ok ? failed({ code: 'not-counted-yet' }) : assessed.snapshot.rows
  const session = table.sessions.find((each) => each.id === id)
  if (session === undefined) return failed({ code: 'no-such-session' })
  const read = readingsOf(home, id, session.lastActiveMs, table.messageBytes !== null)
  const cutShort = home.sampler.paused ? undefined : cutShortOf(home, assessed, id)
  const detail = describeSession(assessed, table, id, { ...read, cutShort }, home.now())
  return detail === null ? failed({ code: 'no-such-session' }) : ok(detail)
}

/** Each line of a `.jsonl` is complete on its own, while a `.json` is whole or broken. */
function cutShortOf({ home }: HomeObserver, { files }: AssessedHome, id: string): ReadonlySet<string> {
  const names = (files ?? []).flatMap(({ owner, name }) =>
    owner === id && name.endsWith('.json') ? [name] : [],
  )
  return new Set(names.slice(0, FILES_SHOWN).filter((name) => isTruncated(home.path, `sessions/${name}`)))
}

/** While messages are still being counted the hours are unknown, not few. */
function readingsOf(home: HomeObserver, id: string, lastActiveMs: number, counted: boolean): DetailReadings {
  const hours = counted ? (home.memory?.sessionHours(id, MOST_HOURS) ?? null) : null
  const windows = busiestWindows(hours, lastActiveMs)
  const read = home.readDatabase((db, { capabilities: { messageColumns } }) => ({
    roles: readSessionRoles(db, messageColumns, id),
    ticks: fastestWindow(
      windows.flatMap(({ fromMs, toMs }) => readMessageTicks(db, messageColumns, id, fromMs, toMs) ?? []),
    ),
    usage: readSessionUsage(db, id),
  }))
  const closer = read.ok ? read.value : { roles: null, ticks: null, usage: null }
  return { ...closer, hours, hoursComplete: hours === null || hours.length < MOST_HOURS }
}
