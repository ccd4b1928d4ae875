/**
 * Projects of the shared checkpoint store. The journal stores what was read of each, git keeps the histories.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { STORE_PATH } from '../../../domain/checkpoints/checkpoint.ts'
import { describeGitHazard } from '../../../domain/checkpoints/git-hazard.ts'
import { describeLive } from '../../../domain/plan/actions/plan-checkpoints.ts'
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import type { ProjectTarget } from '../../../domain/plan/target.ts'
import type { BundleSource } from '../../../execute/bundle/bundle-source.ts'
import { removeUnpacked, unpackBundle } from '../../../execute/bundle/unpack-bundle.ts'
import { projectSources, unpackedProject } from '../../../execute/checkpoints/archive-project.ts'
import { collectGarbage } from '../../../execute/checkpoints/collect-garbage.ts'
import { exportProject, keepObjects } from '../../../execute/checkpoints/keep-objects.ts'
import { type ProjectSave, readProject } from '../../../execute/checkpoints/read-project.ts'
import { removeProjects } from '../../../execute/checkpoints/remove-project.ts'
import { type RestoreProject, restoreProjects } from '../../../execute/checkpoints/restore-project.ts'
import { skipped, UNFINISHED } from '../../../execute/files/outcomes.ts'
import { skip } from '../../../execute/rows/check-session.ts'
import { findGitHazard } from '../../../platform/find-git-hazard.ts'
import { isGitAtWork } from '../git-writes.ts'
import { refuseTrash } from '../refuse-owner.ts'
import { allOf, type ItemHandler, type ItemOutcomes, type Run, type RunBatch, refusedBy } from '../run.ts'
import { historiesFolder, NOT_KEPT, notSaved, type Save, saveBundle, savedPath } from '../saves.ts'
import { orUnfinished } from '../system-errors.ts'

type SavedProjects = {
  readonly projects: Readonly<Record<string, ProjectSave>>
  /** The archive's bundle. */
  readonly bundle: string | null
}

export const projectHandler: ItemHandler<ProjectTarget> = {
  remove: async (run, batch, begin) => {
    const unsafe = whyNoGit(run.home.path)
    if (unsafe !== null) return allOf(batch.items, { kind: 'skipped', ...unsafe })
    // The plan may be an hour old, and a Hermes started since takes no lock around the store.
    const live = describeLive(run.liveness())
    if (live !== null) return allOf(batch.items, inUse(live.reason.message))
    const outcomes: ItemOutcomes = new Map()
    const projects: Record<string, ProjectSave> = {}
    for (const { id, target } of batch.items) {
      const seen = await readProject(run.home.path, target)
      if (seen.ok) projects[id] = seen.value
      else outcomes.set(id, skipped(seen.fault))
    }
    const kept = await keep(run, batch, projects, outcomes)
    for (const id of outcomes.keys()) delete projects[id]
    const saved: SavedProjects = { projects, bundle: kept?.saved ?? null }
    begin(JSON.stringify(saved), kept?.bundle.sha256)
    return new Map([...outcomes, ...(await removeAll(run, saved, run.stop))])
  },

  resume: async (run, { items }, saved) => {
    // Until git may read the store again, which refs were deleted before the kill is unknown.
    const unsafe = whyNoGit(run.home.path)
    if (unsafe !== null) return allOf(items, { kind: 'failed', code: UNFINISHED, message: unsafe.message })
    const outcomes = await removeAll(run, parseProjects(saved), () => false)
    // A project that git failed on is unchanged, unless a git process of a killed attempt is still at work.
    const isUnknown = [...outcomes.values()].some(isGitFailure) && isGitAtWork(run.home.path)
    return new Map(
      [...outcomes].map(([id, outcome]) => [
        id,
        isGitFailure(outcome) && !isUnknown ? outcome : orUnfinished(outcome),
      ]),
    )
  },

  restore: async (run, from, { items, saved: text, sha256 }) => {
    const unsafe = whyNoGit(run.home.path)
    if (unsafe !== null) return allOf(items, { kind: 'skipped', ...unsafe })
    const saved = parseProjects(text)
    if (saved.bundle !== null) {
      const path = savedPath(run, from, saved.bundle)
      const unpacked = await unpackBundle(path, run.home.path, run.receiptId, () => true, sha256)
      if (!unpacked.ok) return allOf(items, refusedBy(unpacked.fault))
    }
    const outcomes: ItemOutcomes = new Map()
    const receiptId = saved.bundle === null ? from.receiptId : run.receiptId
    const chosen = new Map<string, RestoreProject>()
    for (const { id, kept } of items) {
      const save = saved.projects[id]
      if (save === undefined || (saved.bundle === null && from.disposition !== 'trash')) {
        outcomes.set(id, NOT_KEPT)
        continue
      }
      const unpacked = saved.bundle === null ? null : unpackedProject(run.home.path, receiptId, save)
      if (run.stop()) outcomes.set(id, skip('stopped'))
      else chosen.set(id, { save, kept, unpacked })
    }
    const { value: restored, leftover } = await run.recordGit((onStep) =>
      restoreProjects({ homePath: run.home.path, receiptId, onStep }, [...chosen.values()]),
    )
    for (const [id, { save }] of chosen)
      outcomes.set(id, explained(restored.get(save.id) ?? skip('stopped'), leftover))
    if (saved.bundle !== null) removeUnpacked(run.home.path, run.receiptId)
    return outcomes
  },
}

/** Null if git can be run on the shared store without leaving the home. */
export function whyNoGit(homePath: string): { readonly code: 'git-unsafe'; readonly message: string } | null {
  const hazard = findGitHazard(homePath, STORE_PATH)
  return hazard === null ? null : { code: 'git-unsafe', message: describeGitHazard(hazard) }
}

const inUse = (why: string): Outcome => ({
  kind: 'skipped',
  code: 'in-use',
  message: `${why} It was left as it is.`,
})

export type Collected = {
  readonly freedBytes: number
  /** Why nothing was freed now. Null if it was, or if there is nothing to free. */
  readonly note: string | null
}

export const NOTHING_COLLECTED: Collected = { freedBytes: 0, note: null }

/** Bytes git frees once the refs are gone. Trash keeps everything until it expires. */
export async function projectsAfter(run: Run): Promise<Collected> {
  if (run.disposition === 'trash') return NOTHING_COLLECTED
  return collectProjects(run.home.path, run.now(), run.isHermesLive, run.recordGit)
}

export async function collectProjects(
  homePath: string,
  nowMs: number,
  isHermesLive: () => boolean | null,
  record: Run['recordGit'],
): Promise<Collected> {
  const refusal = refuseTrash(homePath, true)
  if (refusal !== null) return { freedBytes: 0, note: notFreed(refusal.message) }
  const { value: collected, leftover } = await record((onStep) =>
    collectGarbage({ homePath, nowMs, isHermesLive: () => isHermesLive() !== false, onStep }),
  )
  if (collected.ok) return { freedBytes: Math.max(0, collected.value), note: null }
  if (collected.fault.code === 'no-store') return NOTHING_COLLECTED
  return {
    freedBytes: 0,
    note: notFreed([collected.fault.message, leftover].filter((words) => words !== null).join(' ')),
  }
}

const notFreed = (why: string): string => `The space of checkpoints is not freed yet. ${why}`

type Projects = Readonly<Record<string, ProjectSave>>

/** The archive's bundle. Null for trash, which git keeps by refs, and for delete. */
async function keep(
  run: Run,
  batch: RunBatch<ProjectTarget>,
  projects: Projects,
  outcomes: ItemOutcomes,
): Promise<Save | null> {
  const entries = Object.entries(projects)
  if (run.disposition === 'delete' || entries.length === 0) return null
  if (run.disposition === 'trash') {
    const { value: faults, leftover } = await run.recordGit((onStep) =>
      keepObjects(run.home.path, run.receiptId, Object.values(projects), onStep),
    )
    for (const [id, save] of entries) {
      const fault = faults.get(save.id)
      if (fault !== undefined) outcomes.set(id, explained(refusedBy(fault), leftover))
    }
    return null
  }
  const folder = historiesFolder(run, batch.batchNo)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const sources: BundleSource[] = []
    for (const [id, save] of entries) {
      const history = await exportProject(run.home.path, save, folder)
      if (history.ok) sources.push(...projectSources(id, save, history.value))
      else outcomes.set(id, refusedBy(history.fault))
    }
    const written = await saveBundle(run, batch.batchNo, sources)
    if (!written.ok) {
      for (const [id] of entries) outcomes.set(id, notSaved(written.fault))
      return null
    }
    for (const { id, code } of written.value.bundle.skipped) outcomes.set(id, skipped(code))
    return written.value
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function removeAll(run: Run, { projects }: SavedProjects, stop: () => boolean): Promise<ItemOutcomes> {
  const entries = Object.entries(projects)
  if (stop()) return new Map(entries.map(([id]) => [id, skip('stopped')]))
  const { value: removed, leftover } = await run.recordGit((onStep) =>
    removeProjects(run.home.path, run.receiptId, Object.values(projects), run.disposition, onStep),
  )
  return new Map(
    entries.map(([id, save]) => [id, explained(removed.get(save.id) ?? skip('stopped'), leftover)]),
  )
}

const isGitFailure = (outcome: Outcome): boolean => outcome.kind === 'failed' && outcome.code === 'git-failed'

/** `leftover`: the lock that stopped git, if it is Steward's. */
const explained = (outcome: Outcome, leftover: string | null): Outcome =>
  isGitFailure(outcome) && outcome.kind === 'failed' && leftover !== null
    ? { ...outcome, message: `${outcome.message} ${leftover}` }
    : outcome

/** What the journal of a batch of projects says was read of them before they were removed. */
export const parseProjects = (saved: string | null): SavedProjects =>
  saved === null ? { projects: {}, bundle: null } : JSON.parse(saved)
