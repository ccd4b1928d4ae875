/** Fingerprints of single items, each read on first use, because most of a home never needs one. */
import { realpathSync } from 'node:fs'
import type { GitHazard } from '../../domain/checkpoints/git-hazard.ts'
import type { Fingerprints, SessionSeen } from '../../domain/plan/plan-facts.ts'
import { makeFingerprintFile } from '../../platform/fingerprint-file.ts'
import { fingerprintFolder } from '../../platform/fingerprint-folder.ts'
import { findCheckpointHazard } from '../checkpoints/find-checkpoint-hazard.ts'
import { makeFingerprintProject } from '../checkpoints/fingerprint-project.ts'
import { listTemporaryPacks } from '../checkpoints/list-temporary-packs.ts'
import { listCronFolders } from '../cron/list-cron-folders.ts'
import { makeJsonlComparer, type ReadIdentities } from './compare-jsonl.ts'

type SessionLookup = (id: string) => SessionSeen | null

/** `readSessions` is called at most once, because one pass reads them all. */
export function makeFingerprints(
  path: string,
  readSessions: () => SessionLookup,
  largestMessage: Fingerprints['largestMessage'],
  readIdentities: ReadIdentities,
): Fingerprints {
  const homePath = realPathOf(path)
  let sessions: SessionLookup | null = null
  const hazards = new Map<string, GitHazard | null>()
  return {
    session: (id) => {
      sessions ??= readSessions()
      return sessions(id)
    },
    largestMessage,
    file: makeFingerprintFile(homePath),
    folder: (folder) => fingerprintFolder(homePath, folder),
    project: makeFingerprintProject(homePath),
    gitHazard: (repository) => {
      const key = repository.join('/')
      const known = hazards.get(key)
      if (known !== undefined) return known
      const found = findCheckpointHazard(homePath, repository)
      hazards.set(key, found)
      return found
    },
    messagesWithoutRow: makeJsonlComparer(homePath, readIdentities),
    cronFolders: () => listCronFolders(homePath),
    temporaryPacks: () => listTemporaryPacks(homePath),
  }
}

/** A missing home has no fingerprints. Each read detects that by itself. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
