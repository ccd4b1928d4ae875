/** Parts of a scan that can fail separately. What cannot be listed is unknown, not empty. */
import { lstatSync, type Stats } from 'node:fs'
import type { JobOutputs } from '../../domain/cron/cron.ts'
import type { Fault } from '../../domain/home/fault.ts'
import type { Part } from '../../domain/home/home.ts'
import type { SessionFiles } from '../../domain/storage/session-file.ts'
import { failed, ok } from '../../shared/result.ts'
import type { ScanSetting } from './scan-types.ts'
import { sumUsage } from './sum-usage.ts'
import type { CountedUnit } from './summarize-scan.ts'

export function sessionFilesOf(counted: readonly CountedUnit[], setting: ScanSetting): Part<SessionFiles> {
  const record = recordAt(counted, 'sessions')
  const fault = faultOf('sessions', counted, setting)
  if (fault !== null) return failed(fault)
  return ok({
    files: record?.sessions?.files ?? [],
    irregular: record?.sessions?.irregular ?? 0,
    countedAtMs: record?.countedAtMs ?? setting.nowMs,
  })
}

export function cronOutputsOf(counted: readonly CountedUnit[], setting: ScanSetting): Part<JobOutputs[]> {
  const fault = faultOf('cron', counted, setting) ?? faultOf('cron/output', counted, setting)
  if (fault !== null) return failed(fault)
  return ok(counted.flatMap(outputOf))
}

function outputOf({ segments, record }: CountedUnit): JobOutputs[] {
  const [top, second, jobId, ...deeper] = segments
  if (top !== 'cron' || second !== 'output' || jobId === undefined || deeper.length > 0) return []
  const { bytes, files } = sumUsage([
    {
      ...record,
      usage: record.usage.filter((part) => part.id === 'cron-output'),
      links: record.links.filter((link) => link.class === 'cron-output'),
    },
  ])
  return [
    {
      jobId,
      files,
      bytes: bytes - record.folderBytes,
      oldestMs: record.oldestFileMs,
      newestMs: record.newestFileMs,
    },
  ]
}

const recordAt = (counted: readonly CountedUnit[], path: string) =>
  counted.find(({ segments }) => segments.join('/') === path)?.record

/** Null if the folder was listed or does not exist. */
function faultOf(path: string, counted: readonly CountedUnit[], setting: ScanSetting): Fault | null {
  const record = recordAt(counted, path)
  const unread = record?.unread.find((place) => place.path === path)
  if (unread !== undefined) return { code: 'unreadable', ...unread }
  if (record !== undefined) return null
  const stats = statOrUndefined(`${setting.homePath}/${path}`)
  if (stats === undefined) return null
  if (stats.isSymbolicLink()) return { code: 'folder-symlink', path }
  const detail = stats.isDirectory() ? 'It lies on another file system' : 'It is not a folder'
  return { code: 'unreadable', path, detail }
}

function statOrUndefined(place: string): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false })
  } catch {
    // Unreadable. The parent's fault reports it.
    return undefined
  }
}
