/** A pause says only what its file says, and every file is a pause unless its deadline has passed. */
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../shared/time.ts'
import { combineHolds, type PauseHold, parsePauseHold, UNEXPLAINED } from './hermes-pause.ts'

const NOW = Date.parse('2026-11-15T07:30:00Z')
const at = (time: string) => Date.parse(`2026-11-15T${time}Z`)
const parse = (body: unknown) => parsePauseHold(typeof body === 'string' ? body : JSON.stringify(body), NOW)

describe('what is known of a pause', () => {
  it.each<[string, unknown, Partial<PauseHold>]>([
    ['an empty file', '', {}],
    ['a file that is not JSON', '{"reason": "cut o', {}],
    ['JSON that is no object', '[1]', {}],
    ['no fields', {}, {}],
    [
      'a file of August 2026',
      { engaged_at: '2026-11-15T07:01:00+00:00', reason: 'backup' },
      { sinceMs: at('07:01:00'), reason: 'backup' },
    ],
    [
      'a newer file',
      {
        generation: 'a1',
        engaged_at: '2026-11-15T08:01:00.123456+01:00',
        reason: null,
        expires_at: '2026-11-15T07:50:00Z',
        allow: { user_ids: ['17', 17, ' ', '9'], profiles: ['work'] },
      },
      { sinceMs: at('07:01:00.123'), untilMs: at('07:50:00'), users: ['17', '9'] },
    ],
    ['a byte order mark', '\uFEFF{"reason": "a"}', { reason: 'a' }],
    ['a time without a zone, which is UTC', { engaged_at: '2026-11-15 07:01' }, { sinceMs: at('07:01:00') }],
    ['a beginning in epoch seconds', { engaged_at: NOW / 1_000 - 60 }, { sinceMs: NOW - MINUTE_MS }],
    ['a beginning in the future', { engaged_at: '2026-11-16T00:00:00Z' }, {}],
    ['a beginning that is no time', { engaged_at: 'soon 5' }, {}],
    ['a huge number', { engaged_at: 1e300, expires_at: 1e300 }, {}],
    ['a deadline that Hermes cannot parse', { expires_at: 'yesterday' }, {}],
    ['a deadline on a day that does not exist', { expires_at: '2026-02-30T00:00:00Z' }, {}],
    ['a deadline in epoch seconds, which Hermes ignores', { expires_at: NOW / 1_000 - 60 }, {}],
    ['a reason that is no text', { reason: { a: 1 } }, {}],
    ['a reason with control characters', { reason: ' a\u202Eb\n\u001B[2J ' }, { reason: 'a�b��[2J' }],
    ['a long reason', { reason: 'é'.repeat(5_000) }, { reason: `${'é'.repeat(200)}…` }],
  ])('%s', (_, body, expected) => {
    expect(parse(body)).toEqual({ ...UNEXPLAINED, ...expected })
  })

  it('a passed deadline is no pause', () => {
    expect(parse({ expires_at: '2026-11-15T07:30:00Z' })).toBeNull()
    expect(parse({ expires_at: '2026-11-15T07:30:01Z' })).toMatchObject({ untilMs: at('07:30:01') })
    expect(parse({ expires_at: '2026-11-15' })).toBeNull()
  })
})

describe('the pauses of a home and of its root', () => {
  const hold = (given: Partial<PauseHold>): PauseHold => ({ ...UNEXPLAINED, ...given })
  const combine = (home: PauseHold | null, root: PauseHold | null) => combineHolds({ home, root }, (by) => by)

  it('none is no pause', () => {
    expect(combine(null, null)).toBeNull()
  })

  it('one is that one', () => {
    const known = hold({ sinceMs: 1, untilMs: 2, reason: 'a', users: ['x'] })
    const pause = { sinceMs: 1, untilMs: 2, reason: 'a', allowedUsers: 1 }
    expect(combine(known, null)).toEqual({ ...pause, by: 'home', resumeCommand: 'home' })
    expect(combine(null, known)).toEqual({ ...pause, by: 'root', resumeCommand: 'root' })
  })

  it('two began with the first, end with the last, and let through whom both let through', () => {
    const home = hold({ sinceMs: 5, untilMs: 20, users: ['x', 'y'] })
    const root = hold({ sinceMs: 3, untilMs: 30, reason: 'move', users: ['y'] })
    expect(combine(home, root)).toMatchObject({
      sinceMs: 3,
      untilMs: 30,
      reason: 'move',
      by: 'home',
      allowedUsers: 1,
    })
    expect(combine(home, UNEXPLAINED)).toMatchObject({ sinceMs: 5, untilMs: null, allowedUsers: 0 })
  })
})
