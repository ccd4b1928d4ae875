import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../shared/time.ts'
import { scanHome } from './scan-home.ts'
import type { ScanCache, ScanResult } from './scan-types.ts'

const REPO = 'checkpoints/0123456789abcdef'
let home: string
let workdir: string

beforeEach(() => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'steward-')))
  home = join(base, 'home')
  workdir = join(base, 'project')
  for (const folder of [workdir, join(home, 'sessions'), join(home, 'logs'), join(home, 'skills/one')]) {
    mkdirSync(folder, { recursive: true })
  }
  execFileSync('git', ['init', '-q', '--bare', join(home, REPO)], { env: gitEnv() })
  commit('first')
  for (let file = 0; file < 300; file += 1) writeFileSync(join(home, `sessions/session_${file}.json`), 'x')
  writeFileSync(join(home, 'sessions/chat.jsonl'), '{}\n')
  writeFileSync(join(home, 'logs/agent.log'), 'line\n')
  writeFileSync(join(home, 'skills/one/SKILL.md'), 'text')
  age(home, 3 * DAY_MS)
})
afterEach(() => rmSync(join(home, '..'), { recursive: true, force: true }))

const gitEnv = () => ({
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
})

function commit(text: string): void {
  writeFileSync(join(workdir, 'file'), text)
  const git = ['--git-dir', join(home, REPO), '--work-tree', workdir]
  execFileSync('git', [...git, 'add', '-A'], { cwd: workdir, env: gitEnv() })
  execFileSync('git', [...git, 'commit', '-qm', text], { cwd: workdir, env: gitEnv() })
}

/** Recent times invalidate a signature, so the home is backdated by three days. */
function age(folder: string, byMs: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) age(path, byMs)
    else lutimesSync(path, (Date.now() - byMs) / 1000, (Date.now() - byMs) / 1000)
  }
  utimesSync(folder, (Date.now() - byMs) / 1000, (Date.now() - byMs) / 1000)
}

const scan = (cache: ScanCache | null, full = false) =>
  scanHome({ homePath: home, cache, full, nowMs: Date.now() })

function facts({ storage }: ScanResult) {
  if (!storage.ok) throw new Error(storage.fault.code)
  const { classes, reused, walked, countedAtMs } = storage.value
  const files = classes.reduce((sum, part) => sum + part.files, 0)
  // In whole kilobytes, as du reports on every system.
  const bytes = Math.ceil(classes.reduce((sum, part) => sum + part.bytes, 0) / 1024) * 1024
  return { classes, reused, walked, countedAtMs, files, bytes }
}
const duBytes = () => Number(execFileSync('du', ['-sk', home]).toString().split('\t')[0]) * 1024

test('an unchanged home is not walked again and keeps the age of its figures', async () => {
  const first = await scan(null)
  const again = await scan(first.cache)
  expect(facts(again).classes).toEqual(facts(first).classes)
  expect(facts(again).countedAtMs).toBe(facts(first).countedAtMs)
  // Only the home's own folder is always walked, because its databases grow in place.
  expect(facts(again).walked).toBe(1)
  expect(again.sessionFiles).toEqual(first.sessionFiles)
  expect(again.v1Repositories).toEqual(first.v1Repositories)
})

test('the scan cache survives JSON', async () => {
  const first = await scan(null)
  const again = await scan(JSON.parse(JSON.stringify(first.cache)))
  expect(facts(again).walked).toBe(1)
  expect(again.sessionFiles).toEqual(first.sessionFiles)
})

test('a new git commit is detected', async () => {
  const { cache } = await scan(null)
  commit('second')
  const again = await scan(cache)
  expect(facts(again).bytes).toBe(duBytes())
  expect(facts(again).walked).toBe(2)
})

test('a repacked repository is detected', async () => {
  const { cache } = await scan(null)
  execFileSync('git', ['--git-dir', join(home, REPO), 'gc', '-q'], { env: gitEnv() })
  expect(facts(await scan(cache)).bytes).toBe(duBytes())
})

test('a new, a deleted and a growing transcript are detected', async () => {
  const first = await scan(null)
  const path = (name: string) => join(home, 'sessions', name)
  writeFileSync(path('session_new.json'), 'x'.repeat(9000))
  const second = await scan(first.cache)
  expect(facts(second).files).toBe(facts(first).files + 1)
  rmSync(path('session_new.json'))
  const third = await scan(second.cache)
  expect(facts(third).files).toBe(facts(first).files)
  age(home, 3 * DAY_MS)
  const before = await scan(third.cache)
  appendFileSync(path('chat.jsonl'), 'x'.repeat(20_000))
  const after = await scan(before.cache)
  expect(facts(after).bytes).toBe(duBytes())
  const files = after.sessionFiles.ok ? after.sessionFiles.value.files : []
  expect(files.find(({ name }) => name === 'chat.jsonl')?.apparentBytes).toBe(20_003)
})

test('a growing log and a new file deep in a folder are detected', async () => {
  const first = await scan(null)
  appendFileSync(join(home, 'logs/agent.log'), 'x'.repeat(50_000))
  writeFileSync(join(home, 'skills/one/NEW.md'), 'x'.repeat(5000))
  const again = await scan(first.cache)
  expect(facts(again).bytes).toBe(duBytes())
  expect(facts(again).files).toBe(facts(first).files + 1)
})

test('a full scan finds what signatures miss', async () => {
  const { cache } = await scan(null)
  // An old transcript rewritten in place changes neither its folder nor a tracked file.
  const path = join(home, 'sessions/session_7.json')
  writeFileSync(path, 'x'.repeat(40_000))
  expect(lstatSync(path).size).toBe(40_000)
  expect(facts(await scan(cache)).bytes).not.toBe(duBytes())
  expect(facts(await scan(cache, true)).bytes).toBe(duBytes())
})

test('the cache of another home is not used', async () => {
  const { cache } = await scan(null)
  expect(facts(await scan({ ...cache, homePath: '/elsewhere' })).reused).toBe(0)
})

test('a cache of an older Steward, which counted the trash as unknown, is not used', async () => {
  const trashed = join(home, '.steward-trash/r1/files/sessions')
  mkdirSync(trashed, { recursive: true })
  writeFileSync(join(trashed, 'session_1.json'), 'x'.repeat(300_000))
  age(home, 3 * DAY_MS)
  const { cache } = await scan(null)
  const older = JSON.parse(
    JSON.stringify({ ...cache, version: 2 }).replaceAll('"id":"trash"', '"id":"unknown"'),
  )
  expect(JSON.stringify(older)).not.toContain('"id":"trash"')
  const bytesOf = (scanned: ScanResult, id: string) =>
    facts(scanned).classes.find((part) => part.id === id)?.bytes
  const again = await scan(older)
  expect(bytesOf(again, 'unknown')).toBe(0)
  expect(bytesOf(again, 'trash')).toBe(
    Number(
      execFileSync('du', ['-sk', join(home, '.steward-trash')])
        .toString()
        .split('\t')[0],
    ) * 1024,
  )
  expect(facts(again).bytes).toBe(duBytes())
})

test('the cache of a Steward with other classes is not used', async () => {
  const { cache } = await scan(null)
  const older = JSON.parse(JSON.stringify({ ...cache, version: 2 }))
  expect(facts(await scan(older)).reused).toBe(0)
})
