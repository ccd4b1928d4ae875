import { expect, test } from 'vitest'
import { PlanBody } from './plan-params.ts'
import { readPlanForm } from './read-plan-form.ts'

function formOf(values: Readonly<Record<string, string | readonly string[]>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values))
    for (const each of typeof value === 'string' ? [value] : value) form.append(name, each)
  return form
}

test('only ticked actions become steps, each with its own ages', () => {
  const form = formOf({
    disposition: 'archive',
    'prune-sessions': 'on',
    'prune-sessions.olderThanDays': '30',
    'prune-sessions.keepNewest': '',
    'prune-sessions.sources': ['cron', 'cli'],
    'orphan-files.olderThanDays': '1',
    'cron-output': 'on',
    'cron-output.olderThanDays': '7',
    'cron-output.keepNewest': '50',
    'cron-output.deadJobs': 'on',
  })
  expect(PlanBody.parse(readPlanForm(form))).toEqual({
    disposition: 'archive',
    steps: [
      {
        action: 'prune-sessions',
        ids: null,
        sources: ['cron', 'cli'],
        cronJobs: null,
        olderThanDays: 30,
        keepNewest: null,
        includeShelved: false,
        minBytes: null,
        minMessages: null,
      },
      { action: 'cron-output', cronJobs: null, keepNewest: 50, olderThanDays: 7, deadJobs: true },
    ],
  })
})

test('a missing or invalid age is refused, never guessed', () => {
  for (const age of ['', 'soon', '-1']) {
    const form = formOf({ disposition: 'trash', 'orphan-files': 'on', 'orphan-files.olderThanDays': age })
    expect(PlanBody.safeParse(readPlanForm(form)).success, age).toBe(false)
  }
})

test('a form without ticks is refused', () => {
  expect(PlanBody.safeParse(readPlanForm(formOf({ disposition: 'trash' }))).success).toBe(false)
})

test('without a ticked file kind no file is selected', () => {
  const form = formOf({ disposition: 'trash', 'prune-files': 'on', 'prune-files.olderThanDays': '7' })
  expect(PlanBody.parse(readPlanForm(form)).steps[0]).toMatchObject({ kinds: [] })
})
