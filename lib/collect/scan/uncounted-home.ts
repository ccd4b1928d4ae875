/** The result of a scan that found no home where one was said to be, or one it may not list. */
import type { Fault } from '../../domain/home/fault.ts'
import { failed } from '../../shared/result.ts'
import { SCAN_CACHE_VERSION, type ScanResult } from './scan-types.ts'

export function uncountedHome(
  { homePath, nowMs }: { homePath: string; nowMs: number },
  why: Fault,
): ScanResult {
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
