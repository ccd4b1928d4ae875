/** The result of a scan that found no home where one was said to be. */
import { failed } from '../../shared/result.ts'
import { SCAN_CACHE_VERSION, type ScanResult } from './scan-types.ts'

export function missingHome({ homePath, nowMs }: { homePath: string; nowMs: number }): ScanResult {
  const fault = failed({ code: 'home-missing', path: homePath } as const)
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
