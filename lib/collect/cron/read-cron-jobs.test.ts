import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readCronJobs } from './read-cron-jobs.ts'

let temp: TempHome

beforeEach(() => {
  temp = tempHome()
  mkdirSync(join(temp.path, 'cron'), { recursive: true })
})

afterEach(() => temp.cleanup())

const write = (content: unknown) =>
  writeFileSync(
    join(temp.path, 'cron', 'jobs.json'),
    typeof content === 'string' ? content : JSON.stringify(content),
  )

const job = {
  id: 'a1b2c3d4e5f6',
  name: 'Morning report',
  schedule: { kind: 'cron', expr: '0 7 * * *', display: 'every day at 7' },
  enabled: true,
  state: 'scheduled',
  next_run_at: '2026-11-16T07:00:00+00:00',
  last_run_at: '2026-11-15T07:00:00+00:00',
  last_status: 'ok',
  prompt: 'a private matter',
}

it.each([
  ['an object with a list', { jobs: [job], updated_at: '2026-11-15T07:00:00' }],
  ['a bare list', [job]],
])('reads %s, and nothing of the prompts', (_, content) => {
  write(content)
  expect(readCronJobs(temp.path)).toEqual({
    ok: true,
    value: [
      {
        id: 'a1b2c3d4e5f6',
        name: 'Morning report',
        schedule: 'every day at 7',
        enabled: true,
        nextRunMs: Date.UTC(2026, 10, 16, 7),
        lastRunMs: Date.UTC(2026, 10, 15, 7),
        lastStatus: 'ok',
        trouble: null,
      },
    ],
  })
})

it('reads errors, cut to 300 characters', () => {
  const failing = {
    ...job,
    last_error: 'x'.repeat(5_000),
    last_delivery_error: 'chat not found',
    failure_streak: 3,
  }
  write([failing, { ...job, last_error: '', failure_streak: 'many' }])
  const jobs = readCronJobs(temp.path)
  expect(jobs.ok && jobs.value.map(({ trouble }) => trouble)).toEqual([
    { error: 'x'.repeat(300), deliveryError: 'chat not found', streak: 3 },
    null,
  ])
})

it('keeps the known fields of an incomplete job, and skips entries that are not jobs', () => {
  write([{ id: 7 }, { id: 'x', state: 'paused', schedule_display: 'hourly' }, null, 'job', { name: 'no id' }])
  const jobs = readCronJobs(temp.path)
  expect(jobs).toMatchObject({
    ok: true,
    value: [
      { id: '7', name: '7', schedule: null, enabled: true, nextRunMs: null, lastRunMs: null },
      { id: 'x', enabled: false, schedule: 'hourly' },
    ],
  })
  expect(jobs.ok && jobs.value).toHaveLength(2)
})

it('a home without the file has no jobs', () => {
  expect(readCronJobs(temp.path)).toEqual({ ok: true, value: [] })
})

it.each(['{"jobs": [', '{"jobs": {}}', '7', 'null', ''])(
  'a file with %j is malformed, not without jobs',
  (text) => {
    write(text)
    expect(readCronJobs(temp.path)).toMatchObject({
      ok: false,
      fault: { code: 'malformed-file', path: 'cron/jobs.json' },
    })
  },
)
