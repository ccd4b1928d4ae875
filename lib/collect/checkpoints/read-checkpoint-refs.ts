/** Reads the tips of all projects in the v2 store from loose and packed refs. A loose ref is newer. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { STORE_PATH } from '../../domain/checkpoints/checkpoint.ts'
import { findLink, readTextFile } from '../../platform/read-text-file.ts'

/** Ids come from file names, so only the form Hermes writes is accepted. */
export const isProjectId = (id: string): boolean => /^[0-9a-f]{16}$/.test(id)

/** Null for a ref without a commit. The project exists but cannot be measured. */
export function readCheckpointRefs(homePath: string): Map<string, string | null> {
  const tips = new Map<string, string | null>()
  const packed = readTextFile(homePath, `${STORE_PATH}/packed-refs`, MAX_PACKED_BYTES)
  for (const line of packed.ok ? (packed.value ?? '').split('\n') : []) {
    const [, sha, id] = PACKED_LINE.exec(line) ?? []
    if (sha !== undefined && id !== undefined && isProjectId(id)) tips.set(id, sha)
  }
  for (const id of listNames(homePath, `${STORE_PATH}/refs/hermes`).filter(isProjectId)) {
    const loose = readTextFile(homePath, `${STORE_PATH}/refs/hermes/${id}`, MAX_REF_BYTES)
    const sha = loose.ok ? (loose.value ?? '').trim() : ''
    tips.set(id, COMMIT.test(sha) ? sha : null)
  }
  return tips
}

/** Empty if the folder is missing, unreadable or behind a link. The scan reports that. */
export function listNames(homePath: string, folder: string): string[] {
  try {
    return findLink(homePath, folder) === null ? readdirSync(join(homePath, folder)) : []
  } catch {
    return []
  }
}

const PACKED_LINE = /^([0-9a-f]{40}|[0-9a-f]{64}) refs\/hermes\/(\S+)$/
const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/
const MAX_PACKED_BYTES = 16 * 1024 * 1024
const MAX_REF_BYTES = 1024
