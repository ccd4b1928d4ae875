/** Per cron job: what it writes and what it costs. Deleted jobs stay visible as long as anything names them. */
import { DAY_MS } from '../../shared/time.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import type { CronJobOverview } from '../overview/overview.ts'
import type { Session } from '../sessions/session.ts'
import { cronJobOf } from './cron.ts'

const WINDOW_DAYS = 7

type Tally = {
  transcripts: number
  bytes: number
  sessions: number
  runs: number
  tokens7d: number
  title: string | null
}

/** Null while neither rows nor files are known. */
export function cronJobsOverview(
  { sessions, files, snapshot }: AssessedHome,
  nowMs: number,
): CronJobOverview[] | null {
  if (sessions === null && files === null) return null
  const tallies = new Map<string, Tally>()
  const jobs = new Map(snapshot.jobs.ok ? snapshot.jobs.value.map((job) => [job.id, job]) : [])
  for (const id of jobs.keys()) tallyOf(tallies, id)
  for (const file of files ?? []) {
    const job = file.kind === 'transcript' ? cronJobOf(file.sessionId ?? '') : null
    if (job === null) continue
    const tally = tallyOf(tallies, job)
    tally.transcripts += 1
    tally.bytes += file.bytes
  }
  for (const session of sessions ?? []) {
    if (session.cronJobId !== null) addSession(tallyOf(tallies, session.cronJobId), session, nowMs)
  }
  return [...tallies]
    .map(([id, tally]) => ({
      id,
      name: jobs.get(id)?.name ?? jobNameFromTitle(tally.title) ?? id,
      // While jobs.json cannot be read nobody knows that a job is gone.
      exists: !snapshot.jobs.ok || jobs.has(id),
      transcripts: files === null ? null : tally.transcripts,
      bytes: files === null ? null : tally.bytes,
      sessions: sessions === null ? null : tally.sessions,
      runsPerDay: sessions === null ? null : tally.runs / WINDOW_DAYS,
      tokens7d: sessions === null ? null : tally.tokens7d,
    }))

    .sort(
      (a, b) =>
        (b.transcripts ?? 0) - (a.transcripts ?? 0) ||
        (b.sessions ?? 0) - (a.sessions ?? 0) ||
        (a.id < b.id ? -1 : 1),
    )
}

function addSession(tally: Tally, session: Session, nowMs: number): void {
  tally.sessions += 1
  tally.title ??= session.title
  if (nowMs - session.startedMs > WINDOW_DAYS * DAY_MS) return
  tally.runs += 1
  tally.tokens7d +=
    session.inputTokens + session.outputTokens + session.cacheReadTokens + session.cacheWriteTokens
}

function tallyOf(tallies: Map<string, Tally>, id: string): Tally {
  const present = tallies.get(id)
  if (present !== undefined) return present
  const made: Tally = { transcripts: 0, bytes: 0, sessions: 0, runs: 0, tokens7d: 0, title: null }
  tallies.set(id, made)
  return made
}

/** Since June 2026 a run's title is `<job name> · <Mon DD HH:MM>`; it outlives the job. */
export const jobNameFromTitle = (title: string | null): string | null => {
  const name = title?.split(' · ')[0]?.trim()
  return title?.includes(' · ') && name ? name : null
}
