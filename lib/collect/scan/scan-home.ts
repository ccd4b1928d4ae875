/**
 * Measures everything in a home: blocks and sizes by class, session files by name, cron outputs and
 * checkpoint folders. Opens no file, follows no link and only walks what changed since `cache`.
 */
import { realpathSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Fault } from '../../domain/home/fault.ts'
import { failed } from '../../shared/result.ts'
import { type Planned, planUnits } from './plan-units.ts'
import { runPool } from './run-pool.ts'
import {
  SCAN_CACHE_VERSION,
  type ScanCache,
  type ScanProgress,
  type ScanResult,
  type ScanSetting,
  type UnitRecord,
} from './scan-types.ts'
import { summarizeScan } from './summarize-scan.ts'
import { walkSmallUnit } from './walk-unit.ts'

export type ScanInput = {
  readonly homePath: string
  readonly cache: ScanCache | null
  /** Ignore signatures and walk everything. */
  readonly full: boolean
  readonly nowMs: number
  readonly onProgress?: (progress: ScanProgress) => void
  /** Maximum threads, including the caller's. Defaults to the number of cores, from 2 to 4. */
  readonly parallel?: number
}

export async function scanHome(input: ScanInput): Promise<ScanResult> {
  const startedMs = performance.now()
  const setting = openHome(input)
  if (setting === null) return failedScan(input, { code: 'home-missing', path: input.homePath })
  const planned = planUnits(setting, knownUnits(input, setting))
  const closed = planned[0]?.record?.unread.find(({ path }) => path === '.')
  if (closed !== undefined)
    return failedScan(input, { code: 'unreadable', path: input.homePath, detail: closed.detail })
  walkSmallUnits(planned, setting)
  await walkLargeUnits(planned, setting, input)
  return summarizeScan(planned, setting, performance.now() - startedMs)
}

/** For a home that is missing or cannot be listed. */
function failedScan({ homePath, nowMs }: ScanInput, why: Fault): ScanResult {
  const fault = failed(why)
  return {
    scannedAtMs: nowMs,
    storage: fault,
    breakdown: fault,
    sessionFiles: fault,
    cronOutputs: fault,
    notable: [],
    v1Repositories: [],
    legacyFolders: [],
    v2Store: null,
    temporaryPacks: { count: 0, bytes: 0, newestMs: null },
    cache: { version: SCAN_CACHE_VERSION, homePath, units: [] },
  }
}

/** The home itself may be a link. Inside it, none is followed. */
function openHome({ homePath, nowMs }: ScanInput): ScanSetting | null {
  try {
    const path = realpathSync(homePath)
    const stats = statSync(path)
    return stats.isDirectory() ? { homePath: path, device: stats.dev, nowMs } : null
  } catch {
    // Whatever the reason, there is no home to scan. The fault contains the path.
    return null
  }
}

function knownUnits({ cache, full }: ScanInput, { homePath }: ScanSetting): ReadonlyMap<string, UnitRecord> {
  const usable =
    cache !== null && !full && cache.version === SCAN_CACHE_VERSION && cache.homePath === homePath
  return new Map(usable ? cache.units : [])
}

/** Starting a thread costs as much as a thousand lstat calls, so small units are walked right here. */
function walkSmallUnits(planned: readonly Planned[], setting: ScanSetting): void {
  let budget = ENTRIES_WALKED_HERE
  for (const item of planned) {
    if (item.record !== null) continue
    if (budget <= 0) return
    item.record = walkSmallUnit(item.unit, setting, budget)
    // A unit larger than the remaining budget is left to the threads, with everything after it.
    budget -= item.record === null ? budget : 1 + 2 * filesOf(item.record)
  }
}

async function walkLargeUnits(
  planned: readonly Planned[],
  setting: ScanSetting,
  { onProgress, parallel }: ScanInput,
): Promise<void> {
  const done = planned.filter(({ record }) => record !== null)
  const files = done.reduce((sum, { record }) => sum + filesOf(record), 0)
  const report = (unitsDone: number, filesDone: number) =>
    onProgress?.({
      files: files + filesDone,
      unitsDone: done.length + unitsDone,
      unitsTotal: planned.length,
    })
  report(0, 0)
  // Repositories are many and small. They come last, so that no thread ends up alone with a large unit.
  const rest = planned
    .filter(({ record }) => record === null)
    .sort((a, b) => Number(a.unit.kind === 'repository') - Number(b.unit.kind === 'repository'))
  if (rest.length === 0) return
  const threads = parallel ?? Math.min(4, Math.max(2, availableParallelism()))
  const units = rest.map(({ unit }) => unit)
  for (const [index, record] of await runPool(units, setting, threads, report)) {
    const item = rest[index]
    if (item !== undefined) item.record = record
  }
  report(
    rest.length,
    rest.reduce((sum, { record }) => sum + filesOf(record), 0),
  )
}

const filesOf = (record: UnitRecord | null): number =>
  record === null ? 0 : record.usage.reduce((sum, { files }) => sum + files, record.links.length)

const ENTRIES_WALKED_HERE = 1000
