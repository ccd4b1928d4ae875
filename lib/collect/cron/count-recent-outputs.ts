/** How many outputs each cron job wrote since a moment, by their names: Hermes writes the local time into them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing } from '../../platform/error-code.ts'
import { findLink } from '../../platform/read-text-file.ts'

const OUTPUT = /^(\d{4})-(\d{2})-(\d{2})_(\d{2})-(\d{2})-(\d{2}).*\.md$/

/** Null if the folder cannot be listed. A home without outputs has none. */
export function countRecentOutputs(homePath: string, sinceMs: number): ReadonlyMap<string, number> | null {
  const folder = join(homePath, 'cron', 'output')
  try {
    // The target of a link does not count as part of this home.
    if (findLink(homePath, 'cron/output') !== null) return null
    const counts = new Map<string, number>()
    for (const job of readdirSync(folder, { withFileTypes: true })) {
      if (job.isDirectory()) counts.set(job.name, countSince(join(folder, job.name), sinceMs))
    }
    return counts
  } catch (error) {
    return isMissing(error) ? new Map() : null
  }
}

const countSince = (folder: string, sinceMs: number): number =>
  readdirSync(folder).filter((name) => (writtenMs(name) ?? -1) >= sinceMs).length

function writtenMs(name: string): number | null {
  const [, year, month, day, hour, minute, second] = OUTPUT.exec(name) ?? []
  if (year === undefined) return null
  return new Date(
    +year,
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  ).getTime()
}
