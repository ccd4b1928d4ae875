/** The four headline numbers. Unknown numbers say so, with the reason; they are never shown as zero. */
import type { Overview } from '@/lib/domain/overview/overview'
import { bytesQuantity, formatBytes, formatCount, formatShare, shortQuantity } from '@/lib/shared/numbers'

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

const FULL_SOON_DAYS = 14
const YEARS_FROM_DAYS = 2 * 365
const BURN_WARNING_RATIO = 5

export const overviewTiles = (overview: Overview): Tile[] => [
  usedTile(overview),
  fullTile(overview),
  openTile(overview),
  burnTile(overview),
]

function usedTile({ disk: { homeBytes, reclaimableBytes } }: Overview): Tile {
  const label = 'Used by this home'
  if (homeBytes === null) return unknownTile(label, 'Not counted yet.')
  const { value, unit } = bytesQuantity(homeBytes)
  if (reclaimableBytes === null) return tile(label, value, unit, [plain('How much can go is unknown.')])
  const share =
    homeBytes > 0 ? `, ${formatShare(Math.round((reclaimableBytes / homeBytes) * 100) / 100)}` : ''
  return tile(label, value, unit, [
    { figure: formatBytes(reclaimableBytes), words: ` reclaimable${share}`, accent: true },
  ])
}

function fullTile({ disk: { daysToFull, growthBytesPerDay, freeBytes } }: Overview): Tile {
  const label = 'Days to full'
  const free = freeBytes === null ? [] : [{ figure: formatBytes(freeBytes), words: ' free, ' }]
  if (freeBytes === 0)
    return { ...tile(label, '0', 'd', [plain('No space is left.')]), warning: 'The disk is full' }
  if (growthBytesPerDay === null)
    return { ...unknownTile(label, ''), detail: [...free, plain('growth needs a second count')] }
  const detail = [...free, plain(growthWords(growthBytesPerDay))]
  if (daysToFull === null) {
    return growthBytesPerDay > 0
      ? { ...unknownTile(label, ''), detail }
      : tile(label, 'not growing', '', detail)
  }
  // Beyond two years, a day count is meaningless.
  if (daysToFull > YEARS_FROM_DAYS) return tile(label, 'over 2', 'years', detail)
  return {
    ...tile(label, daysToFull < 1 ? '<1' : formatCount(Math.floor(daysToFull)), 'd', detail),
    warning: daysToFull <= FULL_SOON_DAYS ? 'The disk fills soon' : null,
  }
}

function openTile({ sessions }: Overview): Tile {
  const label = 'Open sessions'
  if (sessions === null) return unknownTile(label, 'Sessions could not be read.')
  return tile(label, formatCount(sessions.open), `of ${formatCount(sessions.total)}`, [
    { figure: formatCount(sessions.leaked), words: ' leaked', href: '#leaks' },
    plain(', '),
    { figure: formatCount(sessions.live), words: ' live' },
  ])
}

function burnTile({ burn: { tokensPerMinute, windowSeconds, yesterdayPerMinute } }: Overview): Tile {
  const label = 'Burn now'
  if (tokensPerMinute === null) return unknownTile(label, 'Needs two samples of the token counters.')
  const { value, unit } = shortQuantity(tokensPerMinute)
  const base = tile(label, unit === '' ? value : `${value} ${unit}`, 'tokens/min', [
    plain(windowWords(windowSeconds)),
  ])
  if (yesterdayPerMinute === null) return base
  if (yesterdayPerMinute === 0) return { ...base, detail: [plain('Nothing in the same hour yesterday')] }
  const times = tokensPerMinute / yesterdayPerMinute
  const shown = times >= 10 ? String(Math.round(times)) : String(Math.round(times * 10) / 10)
  return {
    ...base,
    detail: [{ figure: `${shown}×`, words: ' the same hour yesterday' }],
    warning: times >= BURN_WARNING_RATIO ? 'Far above the same hour yesterday' : null,
  }
}

function growthWords(bytesPerDay: number): string {
  if (bytesPerDay === 0) return 'no growth'
  return `${bytesPerDay > 0 ? '+' : '−'}${formatBytes(Math.abs(bytesPerDay))} a day`
}

const windowWords = (windowSeconds: number | null): string =>
  windowSeconds === null
    ? 'Yesterday was not measured'
    : `Over the last ${windowSeconds < 120 ? `${Math.round(windowSeconds)} s` : `${Math.round(windowSeconds / 60)} min`}`

const unknownTile = (label: string, why: string): Tile => tile(label, 'unknown', '', [plain(why)])

const tile = (label: string, value: string, unit: string, detail: readonly Phrase[]): Tile => ({
  label,
  value,
  unit,
  detail,
  warning: null,
})

const plain = (words: string): Phrase => ({ figure: '', words })
