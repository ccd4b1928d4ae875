/**
 * Reads the checkpoints of a home in all three layouts, as facts. Whether one is an orphan is decided in the
 * domain.
 */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CheckpointFacts,
  type CheckpointStore,
  STORE_PATH,
} from '../../domain/checkpoints/checkpoint.ts'
import type { Part } from '../../domain/home/home.ts'
import { isMissing } from '../../platform/error-code.ts'
import { findGitHazard } from '../../platform/find-git-hazard.ts'
import { readTextFile, toFileFault } from '../../platform/read-text-file.ts'
import { failed, ok } from '../../shared/result.ts'
import { secondsToMs } from '../database/epoch.ts'
import type { FolderUsage, LegacyFolder, ScanResult } from '../scan/scan-types.ts'
import { countFreshLocks } from './count-fresh-locks.ts'
import { type CheckpointRecord, readCheckpointProjects } from './read-checkpoint-projects.ts'
import type { WorkdirProbes } from './workdir-probes.ts'

type Scanned = Pick<ScanResult, 'scannedAtMs' | 'v1Repositories' | 'legacyFolders' | 'temporaryPacks'>

export async function readCheckpoints(
  homePath: string,
  scan: Scanned,
  probes: WorkdirProbes,
): Promise<Part<CheckpointStore>> {
  const base = checkBase(homePath)
  if (!base.ok) return base
  const records = [
    ...scan.v1Repositories.map((repository) => readV1(homePath, repository)),
    ...readCheckpointProjects(homePath),
  ]
  return ok({
    items: [
      ...(await withWorkdirs(records, probes)),
      ...scan.legacyFolders.map((folder) => legacyFacts(homePath, folder)),
    ],
    temporaryPacks: scan.temporaryPacks,
    freshLocks: countFreshLocks(homePath, scan.v1Repositories, scan.scannedAtMs),
    hazard: findGitHazard(homePath, STORE_PATH),
    lastPrunedMs: readLastPruned(homePath),
  })
}

async function withWorkdirs(
  records: readonly CheckpointRecord[],
  probes: WorkdirProbes,
): Promise<CheckpointFacts[]> {
  const workdirs = records.map(({ workdir, recordedParent }) => ({ path: workdir, parent: recordedParent }))
  const seen = await probes.check(workdirs)
  return records.map(({ recordedParent: _, ...facts }, at) => ({
    ...facts,
    workdirSeen: seen[at] ?? 'unproven',
  }))
}

/** Seconds as text. An unreadable note counts as none, as in Hermes. */
function readLastPruned(homePath: string): number | null {
  const text = readTextFile(homePath, 'checkpoints/.last_prune', MAX_NOTE_BYTES)
  const written = text.ok ? (text.value ?? '').trim() : ''
  return written === '' ? null : secondsToMs(Number(written))
}

/** A home without checkpoints is fine. One whose checkpoints are behind a link is unknown. */
function checkBase(homePath: string): Part<null> {
  try {
    const stats = lstatSync(join(homePath, 'checkpoints'))
    if (stats.isSymbolicLink()) return failed({ code: 'folder-symlink', path: 'checkpoints' })
    if (stats.isDirectory()) return ok(null)
    return failed({ code: 'unreadable', path: 'checkpoints', detail: 'It is not a folder' })
  } catch (error) {
    return isMissing(error) ? ok(null) : failed(toFileFault('checkpoints', error))
  }
}

function readV1(homePath: string, { id, bytes, newestMs }: FolderUsage): CheckpointRecord {
  const { workdir, fault } = readWorkdir(homePath, id)
  return {
    id,
    layout: 'v1',
    workdir,
    fault,
    lastTouchedMs: newestMs,
    recordedParent: null,
    commits: null,
    bytes,
    exclusiveBytes: bytes,
  }
}

function readWorkdir(homePath: string, repository: string): Pick<CheckpointFacts, 'workdir' | 'fault'> {
  const text = readTextFile(homePath, `checkpoints/${repository}/HERMES_WORKDIR`, MAX_PATH_BYTES)
  const written = text.ok ? (text.value ?? '').trim() : ''
  return { workdir: written === '' ? null : written, fault: text.ok ? null : text.fault }
}

/** Contains repositories of many projects, so it has no single working folder. */
const legacyFacts = (
  homePath: string,
  { id, bytes, newestMs, repositories }: LegacyFolder,
): CheckpointFacts => ({
  id,
  layout: 'legacy',
  workdir: null,
  fault: null,
  lastTouchedMs: newestMs,
  workdirSeen: 'unproven',
  commits: null,
  bytes,
  exclusiveBytes: bytes,
  inside: {
    count: repositories.length,
    largest: repositories.slice(0, LARGEST_INSIDE).map((repository) => ({
      id: repository.id,
      workdir: readWorkdir(homePath, `${id}/${repository.id}`).workdir,
      bytes: repository.bytes,
      lastTouchedMs: repository.newestMs,
    })),
  },
})

/** A real home had a thousand, and each costs a file read. */
const LARGEST_INSIDE = 100
const MAX_PATH_BYTES = 16 * 1024
const MAX_NOTE_BYTES = 256
