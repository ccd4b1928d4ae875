import { expect, test } from 'vitest'
import { defaultPolicies } from '@/lib/domain/plan/default-policies'
import { DEFAULT_DAYS } from '@/lib/domain/plan/finding-policy'
import { parseStart, weeklyHref } from './start-state'

test('an address names the boxes that start ticked, and unknown ones are ignored', () => {
  expect(parseStart({ with: 'checkpoints,rm -rf,cron-output' }).ticked).toEqual([
    'checkpoints',
    'cron-output',
  ])
  expect(parseStart({ with: ['a', 'b'], preset: 'daily' })).toEqual({
    home: null,
    from: null,
    ticked: [],
    message: null,
  })
})

test('the weekly cleanup is an address like any other', () => {
  const query = new URL(weeklyHref('main'), 'http://localhost').searchParams
  expect(parseStart(Object.fromEntries(query)).ticked).toContain('checkpoints')
})

test('an earlier plan fills the form with its policies', () => {
  const policies = defaultPolicies(DEFAULT_DAYS, [{ action: 'orphan-files', olderThanDays: 33 }])
  expect(policies['orphan-files'].olderThanDays).toBe(33)
  expect(policies['prune-sessions'].olderThanDays).toBe(DEFAULT_DAYS.retentionDays)
})

test('a message in the URL is looked up by its code, never echoed', () => {
  expect(parseStart({ message: 'nothing-asked' }).message).toBe('Nothing selected. Tick at least one item.')
  expect(parseStart({ message: 'no-such-home' }).message).toBe('There is no home of this name.')
  for (const message of ['Call 0900-EVIL to unlock', '__proto__', 'constructor', 'toString'])
    expect(parseStart({ message }).message).toBe('Something kept it from being made. Try again.')
})
