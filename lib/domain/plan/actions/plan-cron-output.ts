/** Outputs of cron jobs beyond the newest ones of each, and whole folders of jobs that no longer exist. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import { act, type DraftInput, type ItemDraft, keep } from '../item-draft.ts'
import type { CronFolder, FileSeen, PlanFacts } from '../plan-facts.ts'
import type { CronOutput } from '../policy.ts'
import { type ReasonText, reasonFor } from '../reasons.ts'
import { seenFileCandidate } from './file-candidates.ts'

const FRESH_MS = 10 * MINUTE_MS
const TEMPORARY_MS = HOUR_MS

export function planCronOutput(facts: PlanFacts, policy: CronOutput): ItemDraft[] {
  const chosen = policy.cronJobs === null ? null : new Set(policy.cronJobs)
  const { jobs, claims } = facts.home.snapshot
  const known = jobs.ok ? new Set(jobs.value.map(({ id }) => id)) : null
  const running = claims.ok ? claims.value.runningCronJobs : null
  return (facts.fingerprints.cronFolders() ?? [])
    .filter(({ jobId }) => chosen === null || chosen.has(jobId))
    .flatMap((folder) => {
      const isDead = known !== null && !known.has(folder.jobId) && running?.has(folder.jobId) === false
      const whole = isDead && policy.deadJobs ? planWhole(folder, facts, policy) : null
      return whole === null ? planFiles(folder, facts, policy) : [whole]
    })
}

/**
 * Null if the folder has other contents or a file that is too young. Its files are then assessed one by one.
 */
function planWhole(
  folder: CronFolder,
  { fingerprints, nowMs }: PlanFacts,
  { olderThanDays }: CronOutput,
): ItemDraft | null {
  const inside = folder.outputs.length + folder.temporary.length
  if (folder.others > 0 || inside === 0) return null
  const seen = fingerprints.folder(['cron', 'output', folder.jobId])
  if (seen === null || seen.fingerprint.entries !== inside) return null
  const leastMs = Math.max(TEMPORARY_MS, olderThanDays * DAY_MS)
  const youngest = [...folder.outputs, ...folder.temporary].some(
    ({ modifiedMs }) => nowMs - modifiedMs < leastMs,
  )
  if (youngest || nowMs - seen.newestMs < FRESH_MS) return null
  const candidate: DraftInput = {
    key: `folder:cron/output/${folder.jobId}`,
    kind: 'folder',
    label: `cron/output/${folder.jobId}`,
    bytes: seen.bytes,
    apparentBytes: seen.apparentBytes,
    rowBytes: 0,
    lastActiveMs: seen.newestMs,
  }
  return act(candidate, reasonFor('dead-job', { count: folder.outputs.length }), seen.fingerprint)
}

function planFiles(
  { jobId, outputs, temporary }: CronFolder,
  facts: PlanFacts,
  policy: CronOutput,
): ItemDraft[] {
  const sorted = [...outputs].sort(newestFirst)
  const assessed = sorted.map((seen, rank) =>
    assess(seen, facts.nowMs, policy, FRESH_MS, (ms) =>
      rank < policy.keepNewest
        ? { stays: reasonFor('among-newest', { count: policy.keepNewest, name: 'job' }) }
        : { goes: reasonFor('beyond-newest', { ms, count: policy.keepNewest, name: 'job' }) },
    ),
  )
  const isRunning =
    !facts.home.snapshot.claims.ok || facts.home.snapshot.claims.value.runningCronJobs.has(jobId)
  const left = temporary.map((seen) =>
    assess(seen, facts.nowMs, policy, TEMPORARY_MS, (ms) =>
      isRunning ? { stays: reasonFor('job-running') } : { goes: reasonFor('left-over', { ms }) },
    ),
  )
  return [...assessed, ...left]
}

/** A copied home may have the same mtime for all files, but names include the time as well. */
const newestFirst = (a: FileSeen, b: FileSeen): number =>
  b.modifiedMs - a.modifiedMs || (nameOf(a) > nameOf(b) ? -1 : 1)

const nameOf = ({ fingerprint }: FileSeen): string => fingerprint.path.at(-1) ?? ''

function assess(
  seen: FileSeen,
  nowMs: number,
  { olderThanDays }: CronOutput,
  freshMs: number,
  rule: (ms: number) => { readonly stays: ReasonText } | { readonly goes: ReasonText },
): ItemDraft {
  const ms = nowMs - seen.modifiedMs
  const candidate = seenFileCandidate(seen, seen.fingerprint.path.slice(2).join('/'))
  const verdict = rule(ms)
  if ('stays' in verdict) return keep(candidate, verdict.stays)
  if (ms < freshMs) return keep(candidate, reasonFor('being-written', { ms, name: 'It' }))
  if (ms < olderThanDays * DAY_MS) return keep(candidate, reasonFor('too-young', { ms, days: olderThanDays }))
  return act(candidate, verdict.goes, { kind: 'file', file: seen.fingerprint })
}
