/**
 * The four figures under the bar: when space is freed, the effect on the disk, and bytes inside the database.
 */
import {
  DISK_NOT_FILLING,
  FREE_SPACE_UNKNOWN,
  FREES_NOW_WORDS,
  FREES_WHEN_EMPTIED,
  fillsAtWords,
  GROWTH_UNKNOWN,
  NOTHING_IN_TRASH,
  ROWS_GO,
  trashOutlastsShort,
} from '@/components/cleanup/words'
import type { Disposition } from '@/lib/domain/plan/action'
import type { Amount, PlanDisk } from '@/lib/domain/plan/plan'
import { simulatePlan, trashOutlastsDisk } from '@/lib/domain/plan/simulate-plan'
import { FAR_DAYS } from '@/lib/domain/storage/growth'
import { bytesQuantity, formatCount, type Quantity } from '@/lib/shared/numbers'

export type PlanTile = {
  readonly label: string
  readonly value: Quantity
  /** Where the value moves: `6 → 41 d`. */
  readonly after?: Quantity
  readonly detail: string
  readonly isWarning?: boolean
}

type Input = {
  readonly disk: PlanDisk
  readonly go: Amount
  readonly disposition: Disposition
  readonly trashDays: number | null
}

export function planTiles({ disk, go, disposition, trashDays }: Input): PlanTile[] {
  const forecast = simulatePlan(disk, go.bytes, disposition)
  return [
    {
      label: 'Frees now',
      value: bytesQuantity(forecast.freesNowBytes),
      detail: FREES_NOW_WORDS[disposition],
    },
    laterTile(forecast.freesLaterBytes, disk, disposition, trashDays),
    daysTile(disk, forecast.daysToFull, forecast.daysToFullAfter),
    {
      label: 'Inside state.db',
      value: bytesQuantity(go.rowBytes),
      detail: go.rowBytes === 0 ? 'no rows go' : ROWS_GO,
    },
  ]
}

function laterTile(
  bytes: number,
  disk: PlanDisk,
  disposition: Disposition,
  trashDays: number | null,
): PlanTile {
  if (disposition !== 'trash')
    return { label: 'Frees later', value: bytesQuantity(0), detail: NOTHING_IN_TRASH }
  if (trashDays === null)
    return { label: 'Frees later', value: bytesQuantity(bytes), detail: FREES_WHEN_EMPTIED }
  const label = `Frees in ${formatCount(trashDays)} d`
  if (bytes > 0 && trashOutlastsDisk(disk, trashDays))
    return {
      label,
      value: bytesQuantity(bytes),
      detail: trashOutlastsShort(trashDays),
      isWarning: true,
    }
  return { label, value: bytesQuantity(bytes), detail: 'when trash expires' }
}

function daysTile({ growthBytesPerDay }: PlanDisk, before: number | null, after: number | null): PlanTile {
  const label = 'Days to full'
  if (growthBytesPerDay === null) return { label, value: WORD('unknown'), detail: GROWTH_UNKNOWN }
  if (before === null || after === null)
    return growthBytesPerDay > 0
      ? { label, value: WORD('unknown'), detail: FREE_SPACE_UNKNOWN }
      : { label, value: WORD('not growing'), detail: DISK_NOT_FILLING }
  const detail = fillsAtWords(growthBytesPerDay)
  if (before > FAR_DAYS) return { label, value: { value: 'over 2', unit: 'years' }, detail }
  const from = { value: days(before), unit: '' }
  if (after > FAR_DAYS) return { label, value: from, after: { value: 'over 2', unit: 'years' }, detail }
  return { label, value: from, after: { value: days(after), unit: 'd' }, detail }
}

const WORD = (value: string): Quantity => ({ value, unit: '' })
const days = (count: number): string => (count < 1 ? '<1' : formatCount(Math.floor(count)))
