/**
 * Working folders on drives that may hang. A real folder stands in for the drive and a real child process
 * probes it.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ChildProbe, probeInChild } from '../../platform/probe-in-child.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { checkWorkdir, type Workdir } from './check-workdir.ts'
import { type ProbeOptions, WorkdirProbes } from './workdir-probes.ts'

/** Never answers, like a call to a drive that hangs. */
const HANGS = [process.execPath, '-e', 'setInterval(() => {}, 60_000)'] as const

let base: string
let asked: ChildProbe[] = []
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'steward-')))
  asked = []
  for (const folder of ['far/projects/here', 'far/empty', 'dead/other', 'near/here', 'home'])
    mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, 'far/file'), '')
  symlinkSync(join(base, 'far/away'), join(base, 'far/projects/link'))
})
afterEach(async () => {
  await Promise.all(asked.map(({ gone }) => gone))
  rmSync(base, { recursive: true })
})

const at = (path: string): Workdir => ({ path: join(base, path), parent: null })

/** `far` answers, `dead` never does. */
function makeProbes(over: Partial<ProbeOptions> = {}) {
  return new WorkdirProbes(join(base, 'home'), {
    mounts: () =>
      new Map([
        [join(base, 'far'), 'nfs4'],
        [join(base, 'dead'), 'cifs'],
      ]),
    probe: (paths, patienceMs) => {
      const isDead = paths.some((path) => path.startsWith(join(base, 'dead/')))
      const probe = isDead ? probeInChild(paths, 50, HANGS) : probeInChild(paths, 10 * patienceMs)
      asked.push(probe)
      return probe
    },
    ...over,
  })
}

test('a child process sees the same as this thread on a drive that answers', async () => {
  const { dev, ino } = statSync(join(base, 'far/projects'))
  const workdirs: Workdir[] = [
    at('far/projects/here'),
    at('far/projects/gone'),
    { path: join(base, 'far/projects/gone'), parent: { dev, ino } },
    { path: join(base, 'far/projects/gone'), parent: { dev, ino: ino + 1 } },
    at('far/projects/link'),
    at('far/empty/gone'),
    at('far/nowhere/gone'),
    at('far/file/gone'),
    at('near/here'),
    at('near/gone'),
    { path: null, parent: null },
    { path: 'relative', parent: null },
  ]
  const seen = await makeProbes().check(workdirs)
  expect(seen).toEqual(workdirs.map((workdir) => checkWorkdir(workdir)))
  expect(seen.slice(0, 3)).toEqual(['present', 'proven-gone', 'proven-gone'])
  expect(asked).toHaveLength(1)
})

test('folders on local drives are checked without a child process', async () => {
  expect(await makeProbes().check([at('near/here'), at('near/gone')])).toEqual(['present', 'proven-gone'])
  expect(asked).toEqual([])
})

test('a drive that hangs blocks nothing, proves nothing and does not affect other drives', async () => {
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 1)
  const seen = await makeProbes().check([
    at('dead/gone'),
    at('far/projects/here'),
    at('near/here'),
    at('dead/x'),
  ])
  clearInterval(ticking)
  expect(seen).toEqual(['unproven', 'present', 'present', 'unproven'])
  // This thread was not blocked while the child hung.
  expect(turns).toBeGreaterThan(0)
  // Its child was ended.
  await Promise.all(asked.map(({ gone }) => gone))
})

test('two checks of a drive that hangs share one child process', async () => {
  const probes = makeProbes()
  const both = await Promise.all([
    probes.check([at('dead/a')]),
    probes.check([at('dead/b'), at('far/projects/here')]),
  ])
  expect(both).toEqual([['unproven'], ['unproven', 'present']])
  expect(asked).toHaveLength(2)
})

test('a child that cannot be started proves nothing, and the next check starts a new one', async () => {
  let isOut = true
  const probes = makeProbes({
    probe: (paths, patienceMs) => {
      if (isOut) throw new Error('spawn ENOMEM')
      return probeInChild(paths, 10 * patienceMs)
    },
  })
  expect(await probes.check([at('far/projects/here')])).toEqual(['unproven'])
  isOut = false
  expect(await probes.check([at('far/projects/here')])).toEqual(['present'])
})

test('a drive that hung is checked again five minutes after its child ended', async () => {
  let nowMs = 0
  let end = () => {}
  const gone = new Promise<void>((resolve) => {
    end = resolve
  })
  const calls: string[][] = []
  const probes = makeProbes({
    elapsed: () => nowMs,
    probe: (paths) => {
      calls.push([...paths])
      return { probe: Promise.resolve(null), gone }
    },
  })
  const dead = [at('dead/project')]
  const askedBy = async (ms: number) => {
    nowMs = ms
    expect(await probes.check(dead)).toEqual(['unproven'])
    return calls.length
  }
  expect(await askedBy(0)).toBe(1)
  // A child that hangs in the kernel is never joined by another.
  expect(await askedBy(60 * MINUTE_MS)).toBe(1)
  end()
  await gone
  expect(await askedBy(65 * MINUTE_MS - 1)).toBe(1)
  expect(await askedBy(65 * MINUTE_MS)).toBe(2)
})

test('if the system does not list its drives, every folder is checked by a child', async () => {
  const probes = makeProbes({ mounts: () => null })
  expect(await probes.check([at('near/here'), at('near/gone')])).toEqual(['present', 'proven-gone'])
  expect(asked).toHaveLength(1)
})

test.each([
  ['cannot be started', ['/nowhere/to/be/found']],
  ['fails', [process.execPath, '-e', 'process.exit(1)']],
  ['prints something else', [process.execPath, '-e', 'console.log("hello")']],
] as const)('a child that %s proves nothing', async (_, command) => {
  const probe = (paths: readonly string[]) =>
    probeInChild(paths, 60_000, command as readonly [string, ...string[]])
  expect(await makeProbes({ probe }).check([at('far/projects/gone')])).toEqual(['unproven'])
})
