/** Lists every job's outputs, file by file. Files Hermes does not write are counted and left alone. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CronFolder, FileSeen } from '../../domain/plan/plan-facts.ts'
import { isTemporaryOutput } from '../../domain/storage/classify-path.ts'
import { isMissing } from '../../platform/error-code.ts'
import { makeFingerprintFile } from '../../platform/fingerprint-file.ts'
import { findLink } from '../../platform/read-text-file.ts'

const OUTPUT = /^\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}.*\.md$/

/** Null if the folder cannot be listed. A home without outputs has none. */
export function listCronFolders(homePath: string): CronFolder[] | null {
  const jobs = list(homePath, ['cron', 'output'])
  if (jobs === null) return null
  const fingerprintFile = makeFingerprintFile(homePath)
  return jobs
    .filter((name) => !name.includes('\uFFFD'))
    .flatMap((jobId) => {
      const names = list(homePath, ['cron', 'output', jobId])
      if (names === null) return []
      const outputs: FileSeen[] = []
      const temporary: FileSeen[] = []
      for (const name of names) {
        const seen = fingerprintFile(['cron', 'output', jobId, name])
        if (seen === null) continue
        if (isTemporaryOutput(name)) temporary.push(seen)
        else if (OUTPUT.test(name)) outputs.push(seen)
      }
      const others = names.length - outputs.length - temporary.length
      return names.length === others && others > 0 ? [] : [{ jobId, outputs, temporary, others }]
    })
}

/** Null for a link or an unreadable folder. Empty if there is nothing, or a file in place of the folder. */
function list(homePath: string, path: readonly string[]): string[] | null {
  try {
    return findLink(homePath, path.join('/')) === null ? readdirSync(join(homePath, ...path)) : null
  } catch (error) {
    return isMissing(error) ? [] : null
  }
}
