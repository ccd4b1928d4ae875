import { expect, it } from 'vitest'
import { stoppedActions } from '@/lib/domain/plan/stopped-by'
import { stoppedWords } from './words'

it.each([
  [['read-only'], 'Read-only', null],
  [['home-missing'], 'Read-only', null],
  [['fts-mixed', 'other-owner'], 'Read-only', null],
  [
    ['fts-mixed'],
    'Sessions and gateway entries can’t be changed',
    'Session files, checkpoints, and cron outputs can still be cleaned up.',
  ],
  [
    ['db-malformed', 'checkpoints-owner'],
    'Sessions, gateway entries, and checkpoints can’t be changed',
    'Session files and cron outputs can still be cleaned up.',
  ],
  [
    ['checkpoints-owner'],
    'Checkpoints can’t be changed',
    'Sessions, session files, gateway entries, and cron outputs can still be cleaned up.',
  ],
  [['sessions-owner', 'checkpoints-owner', 'cron-owner', 'schema-unknown'], 'Read-only', null],
])('refused by %j: %s', (codes, title, rest) => {
  expect(stoppedWords(codes.map((code) => ({ stops: stoppedActions(code) })))).toEqual({ title, rest })
})
