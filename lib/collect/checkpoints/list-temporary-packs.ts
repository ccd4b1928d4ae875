/** Lists incomplete git packs in the shared store and in single repositories. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileSeen } from '../../domain/plan/plan-facts.ts'
import { makeFingerprintFile } from '../../platform/fingerprint-file.ts'
import { findLink } from '../../platform/read-text-file.ts'

const REPOSITORY = /^(store|[0-9a-f]{16})$/
const PACK = /^tmp_pack_[A-Za-z0-9]+$/

/** Packs in `legacy-*` are removed with their folder and not listed. */
export function listTemporaryPacks(homePath: string): FileSeen[] {
  const fingerprintFile = makeFingerprintFile(homePath)
  return list(homePath, ['checkpoints'])
    .filter((name) => REPOSITORY.test(name))
    .flatMap((name) => {
      const folder = ['checkpoints', name, 'objects', 'pack']
      return list(homePath, folder)
        .filter((file) => PACK.test(file))
        .flatMap((file) => fingerprintFile([...folder, file]) ?? [])
    })
}

/** Empty if the folder is missing, unreadable or behind a link. The scan reports that. */
function list(homePath: string, path: readonly string[]): string[] {
  try {
    return findLink(homePath, path.join('/')) === null ? readdirSync(join(homePath, ...path)) : []
  } catch {
    return []
  }
}
