import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { farDriveOn, parseMount, parseMountInfo, readMounts } from './mounts.ts'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'steward-')))
  mkdirSync(join(base, 'near'))
})
afterEach(() => rmSync(base, { recursive: true }))

test('Linux: mount points and types, names with a space, and the topmost of two drives', () => {
  const mounts = parseMountInfo(
    [
      '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
      '40 22 0:35 / /net rw - autofs auto.net rw',
      '41 22 0:36 /deep /srv/team\\040files rw,relatime shared:2 master:1 - cifs //nas/team rw,vers=3',
      '42 40 0:37 / /net rw,relatime - nfs4 nas:/export rw',
      '',
    ].join('\n'),
  )
  expect([...mounts]).toEqual([
    ['/', 'ext4'],
    ['/net', 'nfs4'],
    ['/srv/team files', 'cifs'],
  ])
})

test('macOS: mount points and types, names with a space or a bracket', () => {
  const mounts = parseMount(
    [
      '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
      'map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)',
      '//ada@nas._smb._tcp.local/team on /Volumes/team (1) (smbfs, nodev, nosuid, mounted by ada)',
      '',
    ].join('\n'),
  )
  expect([...mounts]).toEqual([
    ['/', 'apfs'],
    ['/System/Volumes/Data/home', 'autofs'],
    ['/Volumes/team (1)', 'smbfs'],
  ])
})

test('this machine’s mount list has a root', () => {
  expect(readMounts()?.get('/')).toEqual(expect.any(String))
})

test.each([
  'nfs',
  'nfs4',
  'cifs',
  'smb3',
  'smbfs',
  'fuse.sshfs',
  'fuse.rclone',
  '9p',
  'ceph',
  'autofs',
  'afs',
])('a drive of type %s may not answer', (kind) => {
  const mounts = new Map([['/far', kind]])
  expect(farDriveOn('/far/project', mounts)).toBe('/far')
  expect(farDriveOn('/far', mounts)).toBe('/far')
  expect(farDriveOn('/farther/project', mounts)).toBe(null)
})

test.each(['ext4', 'xfs', 'btrfs', 'zfs', 'tmpfs', 'overlay', 'apfs', 'exfat'])('%s is local', (kind) => {
  expect(farDriveOn('/disk/project', new Map([['/disk', kind]]))).toBe(null)
})

test('chains of links are followed, and cycles only up to the system’s limit', () => {
  const far = join(base, 'far')
  const mounts = new Map([[far, 'nfs4']])
  symlinkSync(join(far, 'project'), join(base, 'absolute'))
  symlinkSync('../far', join(base, 'near/relative'))
  symlinkSync('near/relative/project', join(base, 'twice'))
  symlinkSync('circle', join(base, 'circle'))
  for (const name of ['absolute', 'near/relative', 'twice', 'twice/deeper', 'near/../far/x', './/far'])
    expect([name, farDriveOn(`${base}/${name}`, mounts)]).toEqual([name, far])
  for (const name of ['near', 'near/project', 'circle', 'nowhere/at/all'])
    expect([name, farDriveOn(`${base}/${name}`, mounts)]).toEqual([name, null])
})

test('the home’s own drive is local, and one mounted within it is not', () => {
  const mounts = new Map([
    ['/home', 'nfs4'],
    ['/home/ada/remote', 'fuse.sshfs'],
  ])
  const own = farDriveOn('/home/ada/.hermes', mounts)
  expect(own).toBe('/home')
  expect(farDriveOn('/home/ada/project', mounts, own)).toBe(null)
  expect(farDriveOn('/home/ada/remote/project', mounts, own)).toBe('/home/ada/remote')
})
