/**
 * Kills a run, a restore, a purge or an expiry together with its git children at one call of git, and checks that nothing
 * is lost, that no lock stays in Hermes' store, and that Hermes' own git works there.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findStoreLocks } from '../../execute/checkpoints/store-locks.ts'
import { expireKept } from '../../service/run/expire-kept.ts'
import { recoverRuns } from '../../service/run/recover-runs.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { openGitWrites } from '../../store/plans/git-writes.ts'
import { readBatches } from '../../store/plans/journal.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../capture-home.ts'
import { type CleanLab, cleanLab } from '../clean-lab.ts'
import { git } from '../home/git.ts'
import { makeHome } from '../make-home.ts'
import { type CountingGit, type GitKill, makeCountingGit } from './counting-git.ts'
import { crashSafetyProblems, receiptProblems } from './crash-safety.ts'
import type { KillScenario } from './kill-run.ts'

export type GitScenario = {
  readonly disposition: KillScenario['disposition']
  readonly stage: KillScenario['stage'] | 'purge' | 'expiry'
}

export type GitKilled = {
  /** The run ended before it was killed. */
  readonly ended: boolean
  readonly calls: readonly string[]
  /** Locks that the kill left in the store. */
  readonly locks: readonly string[]
}

/** Throws if the home is not as guaranteed. */
export async function killGit(
  folder: string,
  scenario: GitScenario,
  kill: GitKill | null,
): Promise<GitKilled> {
  const home = makeGitHome(join(folder, 'home'))
  const data = join(folder, 'data')
  const before = captureHome(home)
  const counting = makeCountingGit(join(folder, 'git'), kill)
  const { ids, ended } = await runAndKill({ home, data, counting, scenario })
  const locks = findStoreLocks(home).map(({ name }) => name)
  const lab = cleanLab(home, data)
  try {
    await recoverRuns(lab.tools)
    await expireKept({ ...lab.tools, now: () => Date.now() + 3 * HOUR_MS })
    const wrong = [...lockProblems(lab), ...hermesProblems(home), ...copyProblems(data)]
    const [first = '', last = first] = ids
    wrong.push(...receiptProblems(lab, last), ...refProblems(lab, first))
    const isPurged = scenario.stage === 'purge' || scenario.stage === 'expiry'
    if (isPurged) wrong.push(...purgeProblems(lab, first))
    else wrong.push(...(await crashSafetyProblems(lab, first, before, { temporaryFiles: false })))
    if (wrong.length > 0) throw new Error(wrong.slice(0, MAX_WORDS).join('\n'))
  } finally {
    lab.store.close()
  }
  return { ended, calls: counting.calls(), locks }
}

const MAX_WORDS = 20

/** Three histories to remove, some of them packed, and one that stays. */
function makeGitHome(path: string): string {
  const nowMs = Date.now()
  const project = { layout: 'v2', commits: 2, bytesPerCommit: 3_000 } as const
  const old = { ...project, workdir: 'orphan', touchedMs: nowMs - 70 * DAY_MS } as const
  const made = makeHome({
    path,
    era: 'aug',
    nowMs,
    checkpoints: [
      { ...old, name: 'a' },
      { ...old, name: 'b' },
      { ...old, name: 'c' },
      { ...project, name: 'here', workdir: 'present', touchedMs: nowMs - DAY_MS },
    ],
  })
  const store = join(made.path, 'checkpoints', 'store')
  const tip = git(['rev-parse', `refs/hermes/${made.checkpointIds.get('c')}`], { gitDir: store, atMs: nowMs })
  git(['pack-refs', '--all'], { gitDir: store, atMs: nowMs })
  // Packed at another commit and loose at this one, as after Hermes' next checkpoint.
  git(['update-ref', `refs/hermes/${made.checkpointIds.get('b')}`, tip], { gitDir: store, atMs: nowMs })
  return made.path
}

type Killing = {
  readonly home: string
  readonly data: string
  readonly counting: CountingGit
  readonly scenario: GitScenario
}

/** In a process group of its own, which is killed as a whole. */
async function runAndKill({ home, data, counting, scenario }: Killing) {
  const { disposition, stage } = scenario
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'run-child.ts'), home, data, disposition, stage],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
      env: {
        ...process.env,
        PATH: `${counting.folder}:${process.env.PATH}`,
        KILL_GIT: counting.armed,
      },
    },
  )
  const watcher = watch(join(home, 'checkpoints', 'store'), { recursive: true }, () => {
    if (existsSync(counting.mark)) killGroup(child.pid)
  })
  const closed = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const { value: reply } = await lines.next()
  if (typeof reply !== 'string') throw new Error('the run did not begin')
  // Git's children have the same output, so it closes when all of them have ended.
  await closed
  watcher.close()
  return { ids: reply.split(' '), ended: child.signalCode === null }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function lockProblems({ home, store }: CleanLab): string[] {
  const open = openGitWrites(store).map(({ writeNo }) => `git write ${writeNo} is still open`)
  return [...findStoreLocks(home.path).map(({ name }) => `left in the store: ${name}`), ...open]
}

/** Histories that git wrote for an archive, which then did not get them. */
const copyProblems = (data: string): string[] =>
  readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^archives\/.*\/histories-/.test(path))
    .map((path) => `left in the data: ${path}`)

/** What Hermes does with its store: a checkpoint, and its own prune. */
function hermesProblems(home: string): string[] {
  const at = { gitDir: join(home, 'checkpoints', 'store'), atMs: Date.now() }
  try {
    const [tip = ''] = git(['for-each-ref', '--format=%(objectname)', 'refs/hermes'], at).split('\n')
    if (tip === '') return ['no history is left']
    git(['update-ref', 'refs/hermes/0123456789abcdef', tip], at)
    git(['update-ref', '-d', 'refs/hermes/0123456789abcdef'], at)
    git(['reflog', 'expire', '--expire=now', '--all'], at)
    git(['gc', '--prune=now', '--quiet'], at)
    const faults = git(['fsck', '--full', '--no-dangling', '--no-progress'], at)
    return faults === '' ? [] : [faults]
  } catch (error) {
    return [`Hermes' git fails: ${String(error)}`]
  }
}

/** Steward keeps a ref for each project that it removed, and for no other. */
function refProblems({ home, store }: CleanLab, receiptId: string): string[] {
  const refs = git(['for-each-ref', '--format=%(refname)', 'refs/steward-trash'], {
    gitDir: join(home.path, 'checkpoints', 'store'),
    atMs: Date.now(),
  })
  const done = readBatches(store, receiptId).flatMap(({ items }) =>
    items.flatMap(({ target, outcome }) =>
      target.kind === 'project' && outcome?.kind === 'done' ? [target.id] : [],
    ),
  )
  const needless = refs.split('\n').filter((ref) => ref !== '' && !done.includes(ref.split('/').at(-1) ?? ''))
  return needless.map((ref) => `needless ref ${ref}`)
}

function purgeProblems({ home, store }: CleanLab, receiptId: string): string[] {
  const kept = readReceipt(store, receiptId)?.keptBytes
  const refs = git(['for-each-ref', 'refs/steward-trash'], {
    gitDir: join(home.path, 'checkpoints', 'store'),
    atMs: Date.now(),
  })
  return [...(kept === 0 ? [] : [`${kept} bytes are still kept`]), ...(refs === '' ? [] : [refs])]
}
