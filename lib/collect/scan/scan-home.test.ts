import { execFileSync } from 'node:child_process'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scanHome } from './scan-home.ts'
import type { ScanProgress, ScanResult } from './scan-types.ts'

let base: string
let home: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'steward-')))
  home = join(base, 'home')
  mkdirSync(home)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const put = (path: string, size = 10) => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), 'x'.repeat(size))
}
const scan = (more: { parallel?: number; onProgress?: (progress: ScanProgress) => void } = {}) =>
  scanHome({ homePath: home, cache: null, full: false, nowMs: Date.now(), ...more })

function census(result: ScanResult) {
  if (!result.storage.ok) throw new Error(result.storage.fault.code)
  const { classes, unread } = result.storage.value
  const total = { bytes: 0, apparentBytes: 0, files: 0 }
  for (const part of classes) {
    total.bytes += part.bytes
    total.apparentBytes += part.apparentBytes
    total.files += part.files
  }
  return { total, unread, of: (id: string) => classes.find((part) => part.id === id) }
}

/** Independent of our code: `du`, and a plain recursion that counts every inode once. */
const duBytes = () => Number(execFileSync('du', ['-sk', home]).toString().split('\t')[0]) * 1024

function countPlainly(folder: string, met = new Set<number>()): { apparentBytes: number; files: number } {
  const sum = { apparentBytes: lstatSync(folder).size, files: 0 }
  for (const name of readdirSync(Buffer.from(folder), { encoding: 'buffer' })) {
    const path = Buffer.concat([Buffer.from(`${folder}/`), name])
    const stats = lstatSync(path)
    if (met.has(stats.ino)) continue
    met.add(stats.ino)
    if (stats.isDirectory()) {
      const below = countPlainly(path.toString(), met)
      sum.apparentBytes += below.apparentBytes
      sum.files += below.files
    } else {
      sum.apparentBytes += stats.size
      sum.files += 1
    }
  }
  return sum
}

function expectTrueTotals(result: ScanResult) {
  const { total } = census(result)
  expect(Math.ceil(total.bytes / 1024) * 1024).toBe(duBytes())
  expect({ apparentBytes: total.apparentBytes, files: total.files }).toEqual(countPlainly(home))
}

const makeMixedHome = () => {
  for (const path of ['state.db', 'state.db-wal', 'config.yaml', 'odd.bin', 'cron/jobs.json']) put(path, 5000)
  for (const path of ['sessions/session_a.json', 'sessions/sessions.json', 'sessions/saved/mine.json'])
    put(path, 70)
  put('sessions/request_dump_a_20260801_101010_000001.json', 9000)
  put('cron/output/job1/2026-08-01_10-10-10.md', 3000)
  put('cron/output/job1/2026-08-02_10-10-10.md', 3000)
  put('cron/output/job1/.output_x.tmp', 3)
  put('cron/output/job2/2026-08-01_10-10-10.md', 10)
  put('logs/agent.log', 20_000)
  put('skills/one/deep/er/SKILL.md', 100)
  put('image_cache/a.png', 30_000)
  put('checkpoints/0123456789abcdef/HEAD', 20)
  put('checkpoints/0123456789abcdef/objects/ab/cd', 700)
  put('checkpoints/store/objects/pack/tmp_pack_x', 12_345)
  put('checkpoints/store/HEAD', 20)
  put('checkpoints/legacy-20260601-101010/fedcba9876543210/HEAD', 20)
}

test('totals match du, and the classes add up to them', async () => {
  makeMixedHome()
  const result = await scan()
  expectTrueTotals(result)
  const { of } = census(result)
  expect(of('state-db')?.apparentBytes).toBe(5000)
  expect(of('wal')?.apparentBytes).toBe(5000)
  expect(of('transcripts')).toMatchObject({ files: 1, apparentBytes: 70 })
  expect(of('request-dumps')?.files).toBe(1)
  expect(of('cron-output')?.files).toBe(3)
  expect(of('caches')?.files).toBe(2)
  expect(of('checkpoints')?.files).toBe(5)
  expect(of('unknown')?.files).toBe(1)
})

test('several threads count the same as one and report progress', async () => {
  makeMixedHome()
  for (let repo = 0; repo < 40; repo += 1) {
    const id = repo.toString(16).padStart(16, '0')
    put(`checkpoints/${id}/HEAD`)
    for (let file = 0; file < 40; file += 1) put(`checkpoints/${id}/objects/${file % 7}/${file}`, file * 99)
  }
  for (let file = 0; file < 1200; file += 1) put(`sessions/session_${file}.json`, file)
  const seen: ScanProgress[] = []
  const many = await scan({ parallel: 4, onProgress: (progress) => seen.push(progress) })
  const few = await scan({ parallel: 1 })
  expectTrueTotals(many)
  expect(census(many).total).toEqual(census(few).total)
  expect(many.v1Repositories).toEqual(few.v1Repositories)
  const last = seen.at(-1)
  expect(last?.unitsDone).toBe(last?.unitsTotal)
  expect(last?.files).toBe(census(many).total.files)
})

test('a hard-linked file is counted once, even across classes', async () => {
  put('skills/a/big', 50_000)
  linkSync(join(home, 'skills/a/big'), join(home, 'skills/a/again'))
  mkdirSync(join(home, 'backups/copy'), { recursive: true })
  linkSync(join(home, 'skills/a/big'), join(home, 'backups/copy/big'))
  put('sessions/session_a.json', 9000)
  linkSync(join(home, 'sessions/session_a.json'), join(home, 'sessions/a.json'))
  const result = await scan()
  expectTrueTotals(result)
  expect(result.notable.find(({ kind }) => kind === 'backup')?.apparentBytes).toBeGreaterThanOrEqual(50_000)
})

test('links are counted as links and never followed', async () => {
  mkdirSync(join(base, 'outside'))
  writeFileSync(join(base, 'outside/huge'), 'x'.repeat(300_000))
  put('skills/a/real', 10)
  symlinkSync(join(base, 'outside'), join(home, 'skills/a/out'))
  symlinkSync(join(home, 'skills'), join(home, 'skills/a/loop'))
  symlinkSync(join(base, 'outside'), join(home, 'cache'))
  symlinkSync('nowhere', join(home, 'skills/a/dangling'))
  mkdirSync(join(home, 'checkpoints'))
  symlinkSync(join(base, 'outside'), join(home, 'checkpoints/0123456789abcdef'))
  const result = await scan()
  expectTrueTotals(result)
  expect(census(result).total.bytes).toBeLessThan(100_000)
  expect(result.v1Repositories).toEqual([])
})

test('names with line breaks and invalid UTF-8 are counted', async () => {
  put('sessions/session_line\nbreak.json', 40)
  put('skills/new\nline/file', 40)
  const odd = (folder: string, bytes: number[]) =>
    Buffer.concat([Buffer.from(`${join(home, folder)}/`), Buffer.from(bytes)])
  const tryPut = (make: () => void) => {
    try {
      make()
    } catch {
      // Some systems refuse such names.
    }
  }
  tryPut(() => writeFileSync(odd('sessions', [0x61, 0xff, 0xfe]), 'x'.repeat(5000)))
  tryPut(() => writeFileSync(odd('sessions', [0x61, 0xfe, 0xff]), 'x'.repeat(5000)))
  tryPut(() => {
    const folder = odd('', [0xc3, 0x28])
    mkdirSync(folder)
    writeFileSync(Buffer.concat([folder, Buffer.from('/inner')]), 'x'.repeat(6000))
  })
  put('sessions/genuine-\uFFFD.txt', 50)
  const result = await scan()
  const { total } = census(result)
  expect(Math.ceil(total.bytes / 1024) * 1024).toBe(duBytes())
  const listed = result.sessionFiles.ok ? result.sessionFiles.value.files : []
  expect(listed.map(({ name }) => name)).toContain('session_line\nbreak.json')
  expect(listed).toHaveLength(readdirSync(join(home, 'sessions')).length)
})

test('profiles are separate homes and not part of the root’s totals', async () => {
  put('profiles/work/state.db', 900_000)
  put('profiles/Not A Profile/file', 10)
  const { total, of } = census(await scan())
  expect(total.bytes).toBeLessThan(200_000)
  expect(of('yours')?.files).toBe(1)
})

test('session files are listed by name and kind, and links and folders among them are only counted', async () => {
  put('sessions/session_a.json', 70)
  put('sessions/saved/deep/mine.json', 5)
  put('sessions/strange/session_b.json', 5)
  symlinkSync('/etc/hostname', join(home, 'sessions/session_link.json'))
  const { sessionFiles } = await scan()
  if (!sessionFiles.ok) throw new Error(sessionFiles.fault.code)
  expect(sessionFiles.value.files.map(({ name, kind, sessionId }) => [name, kind, sessionId]).sort()).toEqual(
    [
      ['saved/deep/mine.json', 'saved', null],
      ['session_a.json', 'transcript', 'a'],
    ],
  )
  expect(sessionFiles.value.irregular).toBe(2)
})

test('a missing sessions folder has no files, and one that is a link or a file is unknown', async () => {
  expect((await scan()).sessionFiles).toMatchObject({ ok: true, value: { files: [] } })
  symlinkSync(base, join(home, 'sessions'))
  expect((await scan()).sessionFiles).toEqual({
    ok: false,
    fault: { code: 'folder-symlink', path: 'sessions' },
  })
  rmSync(join(home, 'sessions'))
  writeFileSync(join(home, 'sessions'), 'x')
  expect((await scan()).sessionFiles).toMatchObject({ ok: false, fault: { code: 'unreadable' } })
})

test('cron outputs are summed by job, without truncated ones', async () => {
  makeMixedHome()
  const { cronOutputs } = await scan()
  if (!cronOutputs.ok) throw new Error(cronOutputs.fault.code)
  const [first, second] = [...cronOutputs.value].sort((a, b) => (a.jobId < b.jobId ? -1 : 1))
  const outputs = ['2026-08-01_10-10-10.md', '2026-08-02_10-10-10.md'].map((name) =>
    lstatSync(join(home, 'cron/output/job1', name)),
  )
  expect(first).toEqual({
    jobId: 'job1',
    files: 2,
    bytes: outputs.reduce((sum, stats) => sum + stats.blocks * 512, 0),
    oldestMs: Math.min(...outputs.map((stats) => stats.mtimeMs)),
    newestMs: Math.max(...outputs.map((stats) => stats.mtimeMs)),
  })
  expect(second).toMatchObject({ jobId: 'job2', files: 1 })
  rmSync(join(home, 'cron'), { recursive: true })
  symlinkSync(base, join(home, 'cron'))
  expect((await scan()).cronOutputs).toEqual({ ok: false, fault: { code: 'folder-symlink', path: 'cron' } })
})

test('damaged copies include their sidecars, and snapshots and backups are listed separately', async () => {
  put('state.db.malformed-backup-20260801', 5000)
  put('state.db.malformed-backup-20260801-wal', 3000)
  put('state.db.zeroed-20260801-101010-1.bak', 4000)
  put('state-snapshots/one/state.db', 6000)
  put('backups/all.zip', 7000)
  const { notable } = await scan()
  expect(notable.map(({ kind, name, files }) => [kind, name, files]).sort()).toEqual([
    ['backup', 'all.zip', 1],
    ['damaged-copy', 'state.db.malformed-backup-20260801', 2],
    ['state-snapshot', 'one', 1],
    ['zeroed-copy', 'state.db.zeroed-20260801-101010-1.bak', 1],
  ])
  expect(notable.find(({ kind }) => kind === 'damaged-copy')?.apparentBytes).toBe(8000)
})

test('checkpoint folders are recognized by layout, with leftover packs', async () => {
  makeMixedHome()
  put('checkpoints/not-a-repository/file')
  const result = await scan()
  expect(result.v1Repositories).toMatchObject([{ id: '0123456789abcdef', files: 2 }])
  expect(result.legacyFolders).toMatchObject([
    {
      id: 'legacy-20260601-101010',
      files: 1,
      newestMs: lstatSync(join(home, 'checkpoints/legacy-20260601-101010')).mtimeMs,
    },
  ])
  expect(result.v2Store).toMatchObject({ files: 2 })
  expect(result.temporaryPacks).toMatchObject({ count: 1 })
  expect(result.temporaryPacks.bytes).toBeGreaterThanOrEqual(12_345)
})

test('a missing home is a fault, and so is a file in its place', async () => {
  const nowhere = await scanHome({ homePath: join(base, 'nowhere'), cache: null, full: false, nowMs: 0 })
  expect(nowhere.storage).toMatchObject({ ok: false, fault: { code: 'home-missing' } })
  writeFileSync(join(base, 'file'), '')
  const file = await scanHome({ homePath: join(base, 'file'), cache: null, full: false, nowMs: 0 })
  expect(file.sessionFiles).toMatchObject({ ok: false, fault: { code: 'home-missing' } })
})
