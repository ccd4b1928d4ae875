/**
 * Finds the units of a home, takes what is unchanged from the last scan, and says what is left to walk.
 * Shallow units are walked here, because only their listing tells which units there are.
 */
import { keyOf, type ScanSetting, type Unit, type UnitRecord } from './scan-types.ts'
import { isProfileHome, unitAt } from './unit-for-path.ts'
import { isUnchanged } from './unit-signature.ts'
import { walkUnit } from './walk-unit.ts'

export type Planned = { readonly unit: Unit; record: UnitRecord | null; readonly reused: boolean }

/** In an order that is the same for the same home; `record` is null for what still has to be walked. */
export function planUnits(setting: ScanSetting, known: ReadonlyMap<string, UnitRecord>): Planned[] {
  const planned: Planned[] = []
  const waiting: string[][] = [[]]
  for (let at = 0; at < waiting.length; at += 1) {
    const segments = waiting[at] ?? []
    const item = planOne(unitAt(segments), setting, known)
    planned.push(item)
    for (const name of item.record?.children ?? []) {
      const child = [...segments, name]
      if (!isProfileHome(child)) waiting.push(child)
    }
  }
  return planned
}

function planOne(unit: Unit, setting: ScanSetting, known: ReadonlyMap<string, UnitRecord>): Planned {
  const before = ALWAYS_WALKED.has(unit.path) ? undefined : known.get(keyOf(unit))
  if (before !== undefined && isUnchanged(unit, before, setting)) {
    return { unit, record: before, reused: true }
  }
  return { unit, record: unit.kind === 'shallow' ? walkUnit(unit, setting) : null, reused: false }
}

/** Few files, and the databases among them are written in place. */
const ALWAYS_WALKED: ReadonlySet<string> = new Set(['', 'cron'])
