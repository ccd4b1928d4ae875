/** Walks one unit, in any thread. */
import type { ScanSetting, ScanUnit, UnitRecord } from './scan-types.ts'
import { TooManyEntries } from './walk.ts'
import { walkFolders } from './walk-folders.ts'
import { walkSessions } from './walk-sessions.ts'

export const walkUnit = (unit: ScanUnit, setting: ScanSetting, limit = Infinity): UnitRecord =>
  unit.kind === 'sessions' ? walkSessions(unit, setting, limit) : walkFolders(unit, setting, limit)

/** Null if the unit has more entries than `limit`. */
export function walkSmallUnit(unit: ScanUnit, setting: ScanSetting, limit: number): UnitRecord | null {
  try {
    return walkUnit(unit, setting, limit)
  } catch (error) {
    if (error instanceof TooManyEntries) return null
    throw error
  }
}
