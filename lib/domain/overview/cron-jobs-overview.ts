/** Cron jobs with the figures the overview shows, largest writers first. */
import { plainText } from '../../shared/plain-text.ts'
import { runsPerDay } from '../cron/cron-runs.ts'
import type { CronJobTally } from '../cron/cron-tally.ts'
import { tokenWeight } from '../tokens/token-sums.ts'
import type { CronJobOverview } from './overview.ts'

export const cronJobsOverview = (tallies: readonly CronJobTally[]): CronJobOverview[] =>
  tallies
    .map((tally) => ({
      id: tally.id,
      name: plainText(tally.name),
      // Unless jobs.json was read, no job is known to be deleted.
      exists: tally.exists !== false,
      transcripts: tally.transcripts?.count ?? null,
      bytes: tally.transcripts?.bytes ?? null,
      sessions: tally.sessions,
      runsPerDay: runsPerDay(tally.runs),
      tokens7d: tally.tokens7d === null ? null : tokenWeight(tally.tokens7d),
    }))
    .sort(
      (a, b) =>
        (b.transcripts ?? 0) - (a.transcripts ?? 0) ||
        (b.sessions ?? 0) - (a.sessions ?? 0) ||
        (a.id < b.id ? -1 : 1),
    )
