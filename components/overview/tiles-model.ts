/** The four headline numbers. Unknown numbers say so, with the reason; they are never shown as zero. */

import type { Overview } from '@/lib/domain/overview/overview'
import { FAR_DAYS, isFullSoon } from '@/lib/domain/storage/growth'
import { DISK_FILLS_SOON } from '@/lib/domain/storage/words'
import { bytesQuantity, formatBytes, formatCount, formatShare, shortQuantity } from '@/lib/shared/numbers'
import {
  BURN_HIGH,
  BURN_LABEL,
  BURN_NEEDS_SAMPLES,
  burnYesterday,
  DISK_FULL,
  dayGrowthWords,
  GROWTH_NEEDS_COUNT,
  NO_BURN_YESTERDAY,
  NO_SPACE_LEFT,
  NOT_COUNTED,
  RECLAIMABLE_UNKNOWN,
  SESSIONS_UNREAD_SHORT,
  USED_LABEL,
} from './words'

/** A bold number and the text after it. */
export type Phrase = {
  readonly figure: string
  readonly words: string
  readonly accent?: boolean
  /** The part of the page that explains the number. */
  readonly href?: string
}

export type Tile = {
  readonly label: string
  readonly value: string
  readonly unit: string
  readonly detail: readonly Phrase[]
  /** Text for screen readers; the icon shows it to everyone else. */
  readonly warning: string | null
}

const BURN_WARNING_RATIO = 5

export const overviewTiles = (overview: Overview): Tile[] => [
  usedTile(overview),
  fullTile(overview),
  openTile(overview),
  burnTile(overview),
]

function usedTile({ disk: { homeBytes, reclaimableBytes } }: Overview): Tile {
  const label = USED_LABEL
  if (homeBytes === null) return unknownTile(label, NOT_COUNTED)
  const { value, unit } = bytesQuantity(homeBytes)
  if (reclaimableBytes === null) return tile(label, value, unit, [plain(RECLAIMABLE_UNKNOWN)])
  const share =
    homeBytes > 0 ? `, ${formatShare(Math.round((reclaimableBytes / homeBytes) * 100) / 100)}` : ''
  return tile(label, value, unit, [
    { figure: formatBytes(reclaimableBytes), words: ` reclaimable${share}`, accent: true },
  ])
}

function fullTile({ disk: { daysToFull, growthBytesPerDay, freeBytes } }: Overview): Tile {
  const label = 'Days to full'
  const free = freeBytes === null ? [] : [{ figure: formatBytes(freeBytes), words: ' free, ' }]
  if (freeBytes === 0) return { ...tile(label, '0', 'd', [plain(NO_SPACE_LEFT)]), warning: DISK_FULL }
  if (growthBytesPerDay === null)
    return { ...unknownTile(label, ''), detail: [...free, plain(GROWTH_NEEDS_COUNT)] }
  const detail = [...free, plain(dayGrowthWords(growthBytesPerDay))]
  if (daysToFull === null) {
    return growthBytesPerDay > 0
      ? { ...unknownTile(label, ''), detail }
      : tile(label, 'not growing', '', detail)
  }
  if (daysToFull > FAR_DAYS) return tile(label, 'over 2', 'years', detail)
  return {
    ...tile(label, daysToFull < 1 ? '<1' : formatCount(Math.floor(daysToFull)), 'd', detail),
    warning: isFullSoon(daysToFull) ? DISK_FILLS_SOON : null,
  }
}

function openTile({ sessions }: Overview): Tile {
  const label = 'Open sessions'
  if (sessions === null) return unknownTile(label, SESSIONS_UNREAD_SHORT)
  return tile(label, formatCount(sessions.open), `of ${formatCount(sessions.total)}`, [
    { figure: formatCount(sessions.leaked), words: ' leaked', href: '#leaks' },
    plain(', '),
    { figure: formatCount(sessions.live), words: ' live' },
  ])
}

function burnTile({ burn: { tokensPerMinute, yesterdayPerMinute } }: Overview): Tile {
  const label = BURN_LABEL
  if (tokensPerMinute === null) return unknownTile(label, BURN_NEEDS_SAMPLES)
  const { value, unit } = shortQuantity(tokensPerMinute)
  const base = tile(label, unit === '' ? value : `${value} ${unit}`, 'tokens/min', [
    plain(yesterdayPerMinute === null ? NO_BURN_YESTERDAY : burnYesterday(yesterdayPerMinute)),
  ])
  const isHigh =
    yesterdayPerMinute !== null &&
    yesterdayPerMinute > 0 &&
    tokensPerMinute >= BURN_WARNING_RATIO * yesterdayPerMinute
  return { ...base, warning: isHigh ? BURN_HIGH : null }
}

const unknownTile = (label: string, why: string): Tile => tile(label, 'unknown', '', [plain(why)])

const tile = (label: string, value: string, unit: string, detail: readonly Phrase[]): Tile => ({
  label,
  value,
  unit,
  detail,
  warning: null,
})

const plain = (words: string): Phrase => ({ figure: '', words })
