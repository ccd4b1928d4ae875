/**
 * Finds the units of a home, reuses unchanged ones from the last scan and returns what is left to walk.
 * Shallow units are walked here, because their listing determines the other units.
 */
import { type ScanSetting, type ScanUnit, type UnitRecord, unitKey } from './scan-types.ts'
import { isProfileHome, unitForPath } from './unit-for-path.ts'
import { isUnchanged } from './unit-signature.ts'
import { walkUnit } from './walk-unit.ts'

export type Planned = { readonly unit: ScanUnit; record: UnitRecord | null; readonly reused: boolean }

/** In a stable order. `record` is null for what still has to be walked. */
export function planUnits(setting: ScanSetting, known: ReadonlyMap<string, UnitRecord>): Planned[] {
  const planned: Planned[] = []
  const queue: string[][] = [[]]
  for (let at = 0; at < queue.length; at += 1) {
    const segments = queue[at] ?? []
    const item = planOne(unitForPath(segments), setting, known)
    planned.push(item)
    for (const name of item.record?.children ?? []) {
      const child = [...segments, name]
      if (!isProfileHome(child)) queue.push(child)
    }
  }
  return planned
}

function planOne(unit: ScanUnit, setting: ScanSetting, known: ReadonlyMap<string, UnitRecord>): Planned {
  const before = ALWAYS_WALKED.has(unit.path) ? undefined : known.get(unitKey(unit))
  if (before !== undefined && isUnchanged(unit, before, setting)) {
    return { unit, record: before, reused: true }
  }
  return { unit, record: unit.kind === 'shallow' ? walkUnit(unit, setting) : null, reused: false }
}

/** These have few files, and databases among them change in place. */
const ALWAYS_WALKED: ReadonlySet<string> = new Set(['', 'cron'])
