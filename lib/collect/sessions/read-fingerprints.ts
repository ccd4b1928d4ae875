/** The marks of single things of a home, each read when it is first asked for: most of a home is never marked. */
import { realpathSync } from 'node:fs'
import type { Marks, SessionSeen } from '../../domain/plan/plan-facts.ts'
import { makeMarkFile } from '../../platform/fingerprint-file.ts'
import { markFolder } from '../../platform/fingerprint-folder.ts'
import { makeMarkProject } from '../checkpoints/fingerprint-project.ts'
import { listTemporaryPacks } from '../checkpoints/list-temporary-packs.ts'
import { listCronFolders } from '../cron/list-cron-folders.ts'
import { makeJsonlCounter } from './count-jsonl-messages.ts'

type SessionLookup = (id: string) => SessionSeen | null

/** `readSessions` is called at most once: one pass marks them all. */
export function makeMarks(path: string, readSessions: () => SessionLookup): Marks {
  const homePath = realPathOf(path)
  let sessions: SessionLookup | null = null
  return {
    session: (id) => {
      sessions ??= readSessions()
      return sessions(id)
    },
    file: makeMarkFile(homePath),
    folder: (folder) => markFolder(homePath, folder),
    project: makeMarkProject(homePath),
    lines: makeJsonlCounter(homePath),
    cronFolders: () => listCronFolders(homePath),
    temporaryPacks: () => listTemporaryPacks(homePath),
  }
}

/** A home that is not there has nothing to mark; each mark finds that out by itself. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
