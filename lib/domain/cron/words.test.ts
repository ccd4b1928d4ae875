import { expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { aFile, aSession, aSnapshot, NOW_MS } from '../../testing/factories.ts'
import { assessHome } from '../home/assess-home.ts'
import type { HomeSnapshot } from '../home/snapshot.ts'
import { cronLedger } from './cron-ledger.ts'
import { cronHeadline } from './words.ts'

const JOB = {
  id: 'aaa',
  name: 'triage\u202E',
  schedule: null,
  enabled: true,
  nextRunMs: null,
  lastRunMs: null,
  lastStatus: null,
  trouble: null,
}
const run = (job: string, minute: number) => aSession({ id: `cron_${job}_20261101_10${minute}000` })
const nothing = failed({ code: 'not-counted-yet' } as const)

const titleOf = (parts: Partial<HomeSnapshot>) => {
  const home = assessHome(aSnapshot(parts), NOW_MS, { lastHourMs: () => 0, messageBytes: () => 0 })
  return cronHeadline(cronLedger(home, NOW_MS)).title
}

it('names the job with the most sessions and its share of the total', () => {
  const rows = ok([run('aaa', 1), run('aaa', 2), run('bbb', 3), aSession()])
  expect(titleOf({ rows, jobs: ok([JOB]) })).toBe('Cron makes 75 % of all sessions, triage\uFFFD alone 50 %')
})

it('uses file counts when rows are unknown', () => {
  const id = run('aaa', 1).id
  const files = [aFile({ sessionId: id }), aFile({ name: 'session_chat.json', sessionId: 'chat' })]
  expect(titleOf({ rows: nothing, sessionFiles: ok({ files, irregular: 0, countedAtMs: NOW_MS }) })).toBe(
    'Cron makes 50 % of all files',
  )
})

it('has a title for no cron jobs, no runs and unread data', () => {
  expect(titleOf({ rows: ok([aSession()]) })).toBe('No cron job has run here')
  expect(titleOf({ rows: ok([aSession()]), jobs: ok([JOB]) })).toBe('1 cron job, none of which has run yet')
  expect(titleOf({ rows: nothing, sessionFiles: nothing, cronOutputs: nothing })).toBe(
    'What cron does here is not known yet',
  )
})
