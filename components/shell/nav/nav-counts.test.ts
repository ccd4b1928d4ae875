import { expect, it } from 'vitest'
import { exampleOverview } from '@/lib/testing/examples/example-overview'
import { navCounts } from './nav-counts'

const NOTHING = { checkpoints: null, waitingPlans: null }

it('each page has its count, and deleted jobs are not counted', () => {
  const overview = exampleOverview()
  const jobs = overview.cronJobs?.filter(({ exists }) => exists).length
  expect(navCounts(overview, { checkpoints: 1102, waitingPlans: 1 })).toEqual({
    sessions: { text: '3,049', unit: 'sessions' },
    cron: { text: String(jobs), unit: 'jobs' },
    checkpoints: { text: '1,102', unit: 'projects' },
    cleanup: { text: '1 plan', unit: 'waits' },
  })
})

it('unknown counts and zero waiting plans are left out', () => {
  expect(navCounts(exampleOverview({ sessions: null, cronJobs: null }), NOTHING)).toEqual({})
  expect(navCounts(exampleOverview(), { checkpoints: 0, waitingPlans: 0 })).toMatchObject({
    checkpoints: { text: '0' },
  })
  expect(navCounts(exampleOverview(), { checkpoints: 0, waitingPlans: 0 })).not.toHaveProperty('cleanup')
})
