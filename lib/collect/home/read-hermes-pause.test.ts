/** `ESTOP` is read as Hermes reads it: existing is enough, and only a missing file is no pause. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readHermesPause } from './read-hermes-pause.ts'

const NOW = Date.parse('2026-11-15T07:30:00Z')
let temp: TempHome
let home: HomeRef
let profile: HomeRef
const estop = (of: HomeRef) => join(of.path, 'ESTOP')
const pauseOf = (of: HomeRef) => readHermesPause(of, NOW)

beforeEach(() => {
  temp = tempHome()
  home = { id: 'main', label: 'main', path: temp.path, profile: null, root: temp.path, demo: false }
  profile = { ...home, id: 'work', path: join(temp.path, 'profiles', 'work'), profile: 'work' }
  mkdirSync(profile.path, { recursive: true })
})
afterEach(() => temp.cleanup())

const UNKNOWN = { sinceMs: null, untilMs: null, reason: null, allowedUsers: 0, by: 'home' }

it('no file is no pause, nor is one that is being removed, nor a missing home', () => {
  writeFileSync(join(home.path, '.ESTOP.retiring-12-ab'), '{}')
  expect(pauseOf(home)).toBeNull()
  rmSync(home.path, { recursive: true })
  expect(pauseOf(home)).toBeNull()
})

it.each<[string, (path: string) => void]>([
  ['empty', (path) => writeFileSync(path, '')],
  ['broken', (path) => writeFileSync(path, '{"reason":')],
  ['binary', (path) => writeFileSync(path, Buffer.from([0xff, 0, 0xfe]))],
  ['a folder', (path) => mkdirSync(path)],
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link to a file elsewhere', (path) => symlinkSync('/etc/hostname', path)],
  [
    'too large',
    (path) => {
      writeFileSync(path, '{"reason": "a"}')
      truncateSync(path, 4_000_000_000)
    },
  ],
])('a file that is %s is a pause of which nothing is known', (_, make) => {
  make(estop(home))
  expect(pauseOf(home)).toMatchObject(UNKNOWN)
})

it('a link that leads nowhere is no pause, because Hermes finds nothing there', () => {
  symlinkSync('gone', estop(home))
  expect(pauseOf(home)).toBeNull()
  rmSync(estop(home))
  symlinkSync('ESTOP', estop(home))
  expect(pauseOf(home)).toBeNull()
})

it('the pause of a root holds for its profiles, and that of a profile for itself', () => {
  writeFileSync(estop(home), '{"reason": "move", "engaged_at": "2026-11-15T07:00:00Z"}')
  expect(pauseOf(home)).toMatchObject({ by: 'home', reason: 'move' })
  expect(pauseOf(profile)).toMatchObject({ by: 'root', reason: 'move', sinceMs: NOW - 1_800_000 })
  expect(pauseOf(profile)?.resumeCommand).toBe(`HERMES_HOME=${home.path} hermes resume`)
  writeFileSync(estop(profile), '{"reason": "own", "expires_at": "2026-11-15T07:40:00Z"}')
  expect(pauseOf(profile)).toMatchObject({ by: 'home', reason: 'own', untilMs: null })
  rmSync(estop(home))
  expect(pauseOf(home)).toBeNull()
  expect(pauseOf(profile)).toMatchObject({ by: 'home', untilMs: NOW + 600_000 })
  expect(pauseOf(profile)?.resumeCommand).toBe(`HERMES_HOME=${profile.path} hermes resume`)
})

it('a pause whose deadline has passed is over, unless the root holds another one', () => {
  writeFileSync(estop(profile), '{"expires_at": "2026-11-15T07:29:00Z"}')
  expect(pauseOf(profile)).toBeNull()
  writeFileSync(estop(home), '')
  expect(pauseOf(profile)).toMatchObject({ ...UNKNOWN, by: 'root' })
})
