/** A home with very many files, for the scan benchmark: about 165,000 by default. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { compactStamp } from '../home/local-stamp.ts'
import { hexOf } from '../home/noise.ts'
import type { CheckpointSpec, FileSpec } from '../home/spec.ts'
import { type MadeHome, makeHome } from '../make-home.ts'

export type ScanTreeSize = {
  readonly transcripts?: number
  readonly repositories?: number
  readonly filesPerRepository?: number
}

export function makeScanTree(
  path: string,
  nowMs: number,
  { transcripts = 5_000, repositories = 1_100, filesPerRepository = 145 }: ScanTreeSize = {},
): MadeHome {
  return makeHome({
    path,
    era: 'mar',
    nowMs,
    files: Array.from({ length: transcripts }, (_, index) => transcript(index, nowMs)),
    checkpoints: Array.from({ length: repositories }, (_, index) =>
      repository(index, filesPerRepository, nowMs),
    ),
  })
}

function transcript(index: number, nowMs: number): FileSpec {
  const modifiedMs = nowMs - HOUR_MS - index * 30 * MINUTE_MS
  const id = `${compactStamp(modifiedMs)}_${hexOf(`scan ${index}`, 6)}`
  return { kind: 'transcript', id, bytes: 1_500 + (index % 9) * 700, modifiedMs }
}

const repository = (index: number, files: number, nowMs: number): CheckpointSpec => ({
  layout: 'v1',
  name: `project-${index}`,
  workdir: index % 10 === 0 ? 'present' : 'orphan',
  touchedMs: nowMs - (1 + (index % 120)) * DAY_MS,
  files,
})
