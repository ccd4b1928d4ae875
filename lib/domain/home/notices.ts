/** Notices about unreadable data, so that no number is silently missing. */
import { formatPlural } from '../../shared/numbers.ts'
import { failed } from '../../shared/result.ts'
import { DAY_MS } from '../../shared/time.ts'
import { visibleName } from '../../shared/visible-name.ts'
import { describeGitHazard, HAZARD_EFFECT, HAZARD_TITLE } from '../checkpoints/git-hazard.ts'
import type { Notice } from '../overview/overview.ts'
import type { Fault } from './fault.ts'
import type { Part } from './home.ts'
import type { HomeSnapshot } from './snapshot.ts'
import { describeFault } from './words.ts'

export function noticesOf(snapshot: HomeSnapshot, nowMs: number): Notice[] {
  const parts: Part<unknown>[] = [
    snapshot.database,
    snapshot.rows,
    snapshot.claims,
    snapshot.auxiliary,
    snapshot.routing,
    snapshot.config,
    snapshot.jobs,
    snapshot.sessionFiles,
    snapshot.storage,
    snapshot.checkpoints,
    snapshot.cronOutputs,
    snapshot.space,
  ]
  const mirrorFault = snapshot.routing.ok ? snapshot.routing.value.mirrorFault : undefined
  if (mirrorFault !== undefined) parts.push(failed(mirrorFault))
  return [
    ...partNotices(parts),
    ...hazardNotices(snapshot),
    ...unreadNotices(snapshot),
    ...holderNotices(snapshot),
    ...futureNotices(snapshot, nowMs),
  ]
}

/** Lists each fault once, however many parts it affects. A count in progress is not a fault. */
export function partNotices(parts: readonly Part<unknown>[]): Notice[] {
  const faults = new Map<string, Fault>()
  for (const part of parts) {
    if (!part.ok && part.fault.code !== 'not-counted-yet') faults.set(JSON.stringify(part.fault), part.fault)
  }
  return tellingFaults([...faults.values()]).map(faultNotice)
}

/** If the home is missing or quarantined, one notice covers everything in it. */
function tellingFaults(faults: readonly Fault[]): readonly Fault[] {
  const missing = faults.filter(({ code }) => code === 'home-missing' || code === 'home-quarantined')
  return missing.length > 0 ? missing : faults
}

/** A home without a database is new, not broken. */
const faultNotice = (fault: Fault): Notice => ({
  code: fault.code,
  ...describeFault(fault),
  level: fault.code === 'db-missing' ? 'info' : 'warn',
})

/** Without git, the checkpoints of the shared store are listed, but not measured or cleaned up. */
export function hazardNotices({ checkpoints }: Pick<HomeSnapshot, 'checkpoints'>): Notice[] {
  const hazard = checkpoints.ok ? (checkpoints.value.hazard ?? null) : null
  if (hazard === null) return []
  return [
    {
      code: 'git-unsafe',
      title: HAZARD_TITLE,
      detail: `${describeGitHazard(hazard)} ${HAZARD_EFFECT}`,
      level: 'warn',
    },
  ]
}

function unreadNotices({ storage }: HomeSnapshot): Notice[] {
  if (!storage.ok || storage.value.unread.length === 0) return []
  const { unread } = storage.value
  const first = unread[0]
  return [
    {
      code: 'unread-places',
      title: `${formatPlural(unread.length, 'place')} could not be counted`,
      detail: `${first?.path ?? ''}: ${first?.detail ?? ''}. The bytes below are missing from every sum.`,
      level: 'warn',
    },
  ]
}

/** The most costly incident in practice: a process that keeps writing to a file no longer in the folder. */
function holderNotices({ liveness }: HomeSnapshot): Notice[] {
  const lost = (liveness.holders ?? []).filter(({ deletedInode, self }) => deletedInode && !self)
  if (lost.length === 0) return []
  const names = lost.map(({ command, pid }) => `${command} (pid ${pid})`).join(', ')
  return [
    {
      code: 'deleted-inode',
      title: 'A process writes into a deleted state.db',
      detail: `${names} holds a database file that is no longer in this folder; what it writes is lost when it ends. Restart it now.`,
      level: 'warn',
    },
  ]
}

/** Clocks of two machines differ by minutes and wrong time zones by hours. Neither is worth a notice. */
const CLOCKS_DIFFER_MS = DAY_MS

function futureNotices({ rows, sessionFiles, checkpoints }: HomeSnapshot, nowMs: number): Notice[] {
  const isAhead = (ms: number | null) => ms !== null && ms > nowMs + CLOCKS_DIFFER_MS
  const sessions = (rows.ok ? rows.value : []).filter(
    (row) => isAhead(row.startedMs) || isAhead(row.lastMessageMs) || isAhead(row.endedMs),
  )
  const files = (sessionFiles.ok ? sessionFiles.value.files : []).filter((file) => isAhead(file.modifiedMs))
  const saved = (checkpoints.ok ? checkpoints.value.items : []).filter((item) => isAhead(item.lastTouchedMs))
  const all = sessions.length + files.length + saved.length
  if (all === 0) return []
  const parts = [
    [sessions.length, 'session', sessions[0]?.id],
    [files.length, 'session file', files[0]?.name],
    [saved.length, 'checkpoint', saved[0]?.id],
  ] as const
  const named = parts.flatMap(([count, what, first]) =>
    count === 0
      ? []
      : [
          `${formatPlural(count, what)} (${count === 1 ? '' : 'one is '}${visibleName(first ?? '').slice(0, 80)})`,
        ],
  )
  return [
    {
      code: 'future-times',
      title: `${formatPlural(all, 'time lies', 'times lie')} in the future`,
      detail: `${named.join(', ')}: written while a clock was wrong, or it is wrong now. They count as just used, so no cleanup takes them by their age.`,
      level: 'warn',
    },
  ]
}
