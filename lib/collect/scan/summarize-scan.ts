/** Combines the results of all units. */
import { ok } from '../../shared/result.ts'
import { buildBreakdown } from './build-breakdown.ts'
import { listNotable } from './list-notable.ts'
import { cronOutputsOf, sessionFilesOf } from './part-results.ts'
import type { Planned } from './plan-units.ts'
import {
  type FolderUsage,
  SCAN_CACHE_VERSION,
  type ScanResult,
  type ScanSetting,
  type UnitRecord,
  unitKey,
} from './scan-types.ts'
import { sumClasses, sumPacks, sumUsage } from './sum-usage.ts'
import { isLegacy } from './unit-for-path.ts'

export type CountedUnit = { readonly segments: readonly string[]; readonly record: UnitRecord }

export function summarizeScan(planned: readonly Planned[], setting: ScanSetting, tookMs: number): ScanResult {
  const counted = planned.flatMap(({ unit, record }): CountedUnit[] =>
    record === null ? [] : [{ segments: unit.path === '' ? [] : unit.path.split('/'), record }],
  )
  const records = counted.map(({ record }) => record)
  const checkpoints = summarizeCheckpoints(counted.filter(({ segments }) => segments[0] === 'checkpoints'))
  const reused = planned.filter((item) => item.reused).length
  return {
    scannedAtMs: setting.nowMs,
    storage: ok({
      classes: sumClasses(records),
      countedAtMs: records.reduce((oldest, record) => Math.min(oldest, record.countedAtMs), setting.nowMs),
      tookMs,
      reused,
      walked: planned.length - reused,
      unread: records.flatMap(({ unread }) => unread),
    }),
    sessionFiles: sessionFilesOf(counted, setting),
    cronOutputs: cronOutputsOf(counted, setting),
    notable: listNotable(counted),
    breakdown: ok(buildBreakdown(counted, checkpoints.v2Store)),
    ...checkpoints,
    cache: {
      version: SCAN_CACHE_VERSION,
      homePath: setting.homePath,
      units: planned.flatMap(({ unit, record }) =>
        record === null ? [] : [[unitKey(unit), record] as const],
      ),
    },
  }
}

type CheckpointSums = Pick<ScanResult, 'v1Repositories' | 'legacyFolders' | 'v2Store' | 'temporaryPacks'>

function summarizeCheckpoints(counted: readonly CountedUnit[]): CheckpointSums {
  const v1Repositories: FolderUsage[] = []
  const store: UnitRecord[] = []
  const legacy = new Map<string, CountedUnit[]>()
  for (const unit of counted) {
    const { segments, record } = unit
    const [, name] = segments
    if (name === undefined) continue
    if (name === 'store') store.push(record)
    else if (isLegacy(name)) {
      const known = legacy.get(name)
      if (known === undefined) legacy.set(name, [unit])
      else known.push(unit)
    } else if (record.repository === true) v1Repositories.push(repositoryOf(name, record))
  }
  return {
    v1Repositories,
    // The folder's own record comes first, because units are planned top down.
    legacyFolders: [...legacy].map(([id, all]) => ({
      id,
      ...sumUsage(all.map(({ record }) => record)),
      newestMs: all[0]?.record.ownMs ?? null,
      repositories: all
        .flatMap(({ segments, record }) =>
          record.repository === true ? [repositoryOf(segments[2] ?? '', record)] : [],
        )
        .sort((a, b) => b.bytes - a.bytes),
    })),
    v2Store: store.length === 0 ? null : sumUsage(store),
    temporaryPacks: sumPacks(counted.map(({ record }) => record)),
  }
}

const repositoryOf = (id: string, record: UnitRecord): FolderUsage => ({
  id,
  ...sumUsage([record]),
  newestMs: record.newestMs ?? record.ownMs,
})
