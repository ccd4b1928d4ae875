/** The overview and the cron page show the same figures of the same job. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import { tokenWeight } from '../../domain/tokens/token-sums.ts'
import { HOUR_MS } from '../../shared/time.ts'
import type { Era } from '../../testing/make-home.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { SMALL_JOBS } from '../../testing/presets/small-sessions.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { readCron } from './read-cron.ts'

const temp = tempHome()
afterAll(temp.cleanup)

const nowMs = Date.now()
const BY_LEDGER = 'd4d4d4d4d4d4'
const BY_OUTPUTS = 'e5e5e5e5e5e5'

/** Two of its jobs leave no session: outputs count the runs of one, the scheduler's ledger those of the other. */
function homeOf(era: Era, hasLedger: boolean): string {
  const times = [1, 2, 3, 4, 5, 6, 7, 8].map((hours) => nowMs - hours * HOUR_MS)
  const { path } = smallHome(join(temp.root, era), era, nowMs, {
    checkpoints: [],
    jobs: [
      { id: SMALL_JOBS.triage, name: 'inbox-triage' },
      { id: BY_LEDGER, name: 'backup' },
    ],
    cronOutputs: [{ jobId: BY_OUTPUTS, timesMs: times.slice(0, 5), bytes: 900 }],
  })
  if (!hasLedger) return path
  const db = new Database(join(path, 'cron', 'executions.db'))
  db.exec('CREATE TABLE executions (id, job_id, status, claimed_at, error)')
  const add = db.prepare("INSERT INTO executions VALUES (?, ?, 'completed', ?, NULL)")
  for (const atMs of times) add.run(atMs, BY_LEDGER, new Date(atMs).toISOString())
  db.close()
  return path
}

async function readBoth(path: string) {
  const ref: HomeRef = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  const home = new HomeObserver(ref, 'no memory needed', { readOnly: true, clock: () => nowMs })
  const { overview } = await home.observe()
  const { jobs } = await readCron(home)
  if (overview.cronJobs === null || jobs === null) throw new Error('no jobs')
  return { overview: overview.cronJobs, ledger: jobs }
}

it.each([
  ['mar', false],
  ['jul', false],
  ['nov', true],
] as const)(
  'the overview has the jobs and figures of the cron page, in a home of %s',
  async (era, hasLedger) => {
    const { overview, ledger } = await readBoth(homeOf(era, hasLedger))
    const expected = ledger.map((job) => ({
      id: job.id,
      exists: job.exists,
      transcripts: job.transcripts?.count,
      bytes: job.transcripts?.bytes,
      sessions: job.sessions,
      runsPerDay: job.runsPerDay,
      tokens7d: job.tokens7d && tokenWeight(job.tokens7d),
    }))
    const figures = overview.map(({ name: _, ...job }) => job)
    expect(figures.sort(byId)).toEqual(expected.sort(byId))
    const runsOf = (id: string) => overview.find((job) => job.id === id)?.runsPerDay
    expect(runsOf(BY_OUTPUTS)).toBe(5 / 7)
    expect(runsOf(BY_LEDGER)).toBe(hasLedger ? 8 / 7 : 0)
  },
)

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)
