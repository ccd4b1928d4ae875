/** Counts transcripts, request dumps and orphans in `sessions/`, by literal file name. */
import { toIso } from '../../shared/time.ts'
import { isCronId } from '../cron/cron.ts'
import { isOrphan } from '../findings/file-findings.ts'
import type { OwnedFile } from '../home/assessed-home.ts'
import type { FileFigures, FilesOverview } from './overview.ts'
import { AgeCounter } from './sessions-overview.ts'

export function filesOverview(
  files: readonly OwnedFile[],
  countedAtMs: number | null,
  nowMs: number,
): FilesOverview {
  const transcripts = files.filter(({ kind }) => kind === 'transcript')
  const ages = new AgeCounter()
  let cron = 0
  for (const file of transcripts) {
    const fromCron = isCronId(file.sessionId ?? '')
    ages.add(nowMs - file.modifiedMs, fromCron)
    if (fromCron) cron += 1
  }
  return {
    transcripts: {
      ...figures(transcripts),
      ageBuckets: ages.buckets(),
      cron: { count: cron, share: transcripts.length === 0 ? null : cron / transcripts.length },
    },
    requestDumps: figures(files.filter(({ kind }) => kind === 'request-dump')),
    orphans: orphansOf(files),
    countedAt: toIso(countedAtMs),
  }
}

const figures = (files: readonly OwnedFile[]): FileFigures => ({
  count: files.length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  apparentBytes: files.reduce((sum, { apparentBytes }) => sum + apparentBytes, 0),
})

/** Without rows nothing can be called an orphan. */
function orphansOf(files: readonly OwnedFile[]): FilesOverview['orphans'] {
  if (files.some(({ owner }) => owner === undefined)) return null
  const { count, bytes } = figures(files.filter(isOrphan))
  return { count, bytes }
}
