import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runOnSmallDisk } from '../../testing/processes/other-process.ts'
import { checkWorkdir, isMountFolder } from './check-workdir.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'steward-'))
  mkdirSync(join(base, 'projects/here'), { recursive: true })
  mkdirSync(join(base, 'mount'))
})
afterEach(() => rmSync(base, { recursive: true }))

const identity = (folder: string) => {
  const { dev, ino } = statSync(join(base, folder))
  return { dev, ino }
}

test('a folder that exists is present, whatever was recorded', () => {
  expect(checkWorkdir({ path: join(base, 'projects/here'), parent: null })).toBe('present')
  expect(checkWorkdir({ path: join(base, 'projects/here'), parent: { dev: 1, ino: 1 } })).toBe('present')
})

test('a folder is proven gone if its parent exists, is the recorded one and is not empty', () => {
  expect(checkWorkdir({ path: join(base, 'projects/gone'), parent: null })).toBe('proven-gone')
  expect(checkWorkdir({ path: join(base, 'projects/gone'), parent: identity('projects') })).toBe(
    'proven-gone',
  )
})

test('a parent other than the recorded one proves nothing', () => {
  const { dev, ino } = identity('projects')
  expect(checkWorkdir({ path: join(base, 'projects/gone'), parent: { dev, ino: ino + 1 } })).toBe('unproven')
  expect(checkWorkdir({ path: join(base, 'projects/gone'), parent: { dev: dev + 1, ino } })).toBe('unproven')
})

test('an empty parent may be the mount point of a drive', () => {
  expect(checkWorkdir({ path: join(base, 'mount/project'), parent: null })).toBe('unproven')
  expect(checkWorkdir({ path: join(base, 'mount/project'), parent: identity('mount') })).toBe('unproven')
})

test('a parent that is missing or not a folder proves nothing', () => {
  expect(checkWorkdir({ path: join(base, 'nowhere/project'), parent: null })).toBe('unproven')
  writeFileSync(join(base, 'file'), '')
  expect(checkWorkdir({ path: join(base, 'file/project'), parent: null })).toBe('unproven')
})

test('a broken link, a relative path and an invalid path prove nothing', () => {
  symlinkSync(join(base, 'away'), join(base, 'projects/link'))
  expect(checkWorkdir({ path: join(base, 'projects/link'), parent: null })).toBe('unproven')
  for (const workdir of [null, '', 'relative/path', `${base}/nul\0byte`, `${base}/${'x'.repeat(5000)}`]) {
    expect(checkWorkdir({ path: workdir, parent: null })).toBe('unproven')
  }
})

test.each([
  ['/Volumes/Work', true],
  ['/Volumes/Work/', true],
  ['/Volumes/Work/project', false],
  ['/mnt/data', true],
  ['/mnt/./data', true],
  ['/mnt/data/project', false],
  ['/media/usb', true],
  ['/media/ada/usb', true],
  ['/media/ada/usb/project', false],
  ['/run/media/ada/usb', true],
  ['/run/media/ada/usb/project', false],
  ['/home/ada/project', false],
  ['/home/mnt/project', false],
])('%s is a mount folder: %s', (path, expected) => {
  expect(isMountFolder(path)).toBe(expected)
})

/** Simulates a machine with another drive still attached. Where mounting is not permitted, uses `/mnt` as it is. */
test('an unplugged drive is not gone, whatever is next to its mount point', () => {
  const seen = runOnSmallDisk(
    base,
    `const fs = await import('node:fs')
     const { spawnSync } = await import('node:child_process')
     const { checkWorkdir } = await load('lib/collect/checkpoints/check-workdir.ts')
     fs.mkdirSync(process.env.DISK + '/other')
     spawnSync('mount', ['--bind', process.env.DISK, '/mnt'])
     const parent = fs.statSync('/mnt', { throwIfNoEntry: false }) ?? null
     console.log(JSON.stringify([null, parent].map((recorded) => checkWorkdir({ path: '/mnt/steward-drive', parent: recorded }))))`,
  )
  expect(seen).toEqual(['unproven', 'unproven'])
})
