/** Which sessions a policy covers. Sessions outside it are not candidates and are not listed. */
import type { Session } from '../sessions/session.ts'

type Scope = {
  readonly ids?: readonly string[] | null
  readonly sources: readonly string[] | null
  readonly cronJobs: readonly string[] | null
}

type Who = Pick<Session, 'id' | 'source'>

/** `job` is the job of the whole conversation. */
export function makeScope({ ids, sources, cronJobs }: Scope): (session: Who, job: string | null) => boolean {
  const chosen = ids == null ? null : new Set(ids)
  const bySource = sources === null ? null : new Set(sources)
  const byJob = cronJobs === null ? null : new Set(cronJobs)
  return ({ id, source }, job) => {
    if (chosen !== null && !chosen.has(id)) return false
    if (bySource === null && byJob === null) return true
    return bySource?.has(source) === true || (job !== null && byJob?.has(job) === true)
  }
}
