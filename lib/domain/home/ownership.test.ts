import { describe, expect, it } from 'vitest'
import { ACTIONS } from '../plan/action.ts'
import { stoppedActions, stopsTrash } from '../plan/stopped-by.ts'
import { describeUser, type HomeArea, OWNED_PATHS, type Ownership, refuseOwnership } from './ownership.ts'

const HERMES = { uid: 1000, name: 'hermes' }
const ROOT = { uid: 0, name: 'root' }
const NAMELESS = { uid: 54_321, name: null }

const owned = (more: Partial<Ownership>): Ownership => ({
  us: HERMES,
  home: HERMES,
  parts: [],
  isTrashLink: false,
  ...more,
})
const codes = (more: Partial<Ownership>) => refuseOwnership(owned(more)).map(({ code }) => code)
const part = (area: HomeArea, owner = ROOT) => ({ area, path: OWNED_PATHS[area][0] ?? '', owner })

it.each([
  ['a home of this user, all of it', { parts: [part('database', HERMES), part('trash', HERMES)] }, []],
  ['root in a home of another user', { us: ROOT }, ['other-owner']],
  ['another user in a home of root', { home: ROOT }, ['other-owner']],
  ['the owner of the home alone counts', { us: ROOT, parts: [part('database')] }, ['other-owner']],
  ['a database of another user', { parts: [part('database')] }, ['database-owner']],
  ['a checkpoint store of another user', { parts: [part('checkpoints')] }, ['checkpoints-owner']],
  [
    'two places of other users, each once',
    { parts: [part('sessions'), part('cron'), part('sessions')] },
    ['sessions-owner', 'cron-owner'],
  ],
  ['a link in the place of the trash', { isTrashLink: true }, ['trash-link']],
] as const)('%s', (_, more, expected) => {
  expect(codes(more)).toEqual(expected)
})

it('a system without users refuses nothing', () => {
  expect(refuseOwnership(null)).toEqual([])
})

it('a refusal names both users and what to do', () => {
  const refusal = (more: Partial<Ownership>) => refuseOwnership(owned(more))[0]?.message
  expect(refusal({ us: ROOT })).toBe(
    'This home belongs to hermes (uid 1000), but Steward runs as root (uid 0). Hermes may not be able to read or replace files another user wrote. Start Steward as the owner: sudo -u hermes, or --user 1000 for a container.',
  )
  expect(refusal({ us: ROOT, home: NAMELESS })).toContain("sudo -u '#54321', or --user 54321")
  expect(refusal({ parts: [part('checkpoints')] })).toBe(
    'checkpoints belongs to root (uid 0), but the home belongs to hermes (uid 1000). Git would write files there that the other user cannot read. Checkpoints will not be changed. Find out why, then run chown -Rh 1000 checkpoints',
  )
  expect(describeUser(NAMELESS)).toBe('uid 54321')
})

describe('a refusal', () => {
  it.each(['read-only', 'other-owner', 'database-owner', 'trash-owner', 'trash-link'])(
    '%s stops everything',
    (code) => {
      expect(stoppedActions(code)).toEqual(ACTIONS)
      expect(stopsTrash(code, false)).toBe(true)
    },
  )

  it.each([
    ['sessions-owner', ['prune-sessions', 'prune-files', 'orphan-files', 'gateway-entries']],
    ['checkpoints-owner', ['checkpoints']],
    ['cron-owner', ['cron-output']],
  ])('%s stops only what works there', (code, actions) => {
    expect(stoppedActions(code)).toEqual(actions)
    expect(stopsTrash(code, false)).toBe(false)
  })

  it('of a checkpoint store stops emptying trash that it keeps histories for', () => {
    expect(stopsTrash('checkpoints-owner', true)).toBe(true)
  })

  it.each([
    ['unknown-table', ['prune-sessions', 'close-leaked', 'gateway-entries']],
    ['schema-unknown', ['prune-sessions', 'close-leaked', 'gateway-entries', 'compact-database']],
  ])('%s leaves files alone to be removed', (code, actions) => {
    expect(stoppedActions(code)).toEqual(actions)
  })
})
