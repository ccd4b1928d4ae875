/** The headline of the overview: what matters most about this home's disk and what can be removed. */
import { formatBytes, formatPlural } from '../../shared/numbers.ts'
import type { DiskOverview, Overview } from './overview.ts'

export type Headline = { readonly title: string; readonly lead: string }

/** Beyond this the headline shows the size of the home instead of a date. */
const SOON_DAYS = 90

export function overviewHeadline({ disk, notices }: Pick<Overview, 'disk' | 'notices'>): Headline {
  if (notices.some(({ code }) => code === 'home-missing')) {
    return { title: 'This home is not there.', lead: spaceLead(disk) }
  }
  if (disk.homeBytes === null) {
    return { title: 'This home is not counted yet.', lead: spaceLead(disk) }
  }
  const urgency = urgencyOf(disk)
  if (urgency === null) {
    return { title: sizeTitle(disk.homeBytes, disk.reclaimableBytes), lead: growthLead(disk) }
  }
  const size = `${formatBytes(disk.homeBytes)} in this home`
  return { title: `${urgency}${canGo(disk.reclaimableBytes)}`, lead: `${size}, ${growthWords(disk)}.` }
}

/** When the disk will be full, if that is measured and near. */
function urgencyOf({ daysToFull, freeBytes }: DiskOverview): string | null {
  if (freeBytes === 0) return 'This disk is full.'
  if (daysToFull === null || daysToFull > SOON_DAYS) return null
  if (daysToFull < 1) return 'This disk is full within a day.'
  return `This disk is full in ${formatPlural(Math.floor(daysToFull), 'day')}.`
}

function canGo(reclaimableBytes: number | null): string {
  if (reclaimableBytes === null) return ''
  if (reclaimableBytes === 0) return ' Nothing in this home can go.'
  return ` ${formatBytes(reclaimableBytes)} of it can go.`
}

function sizeTitle(homeBytes: number, reclaimableBytes: number | null): string {
  const size = `${formatBytes(homeBytes)} in this home`
  if (reclaimableBytes === null) return `${size}.`
  if (reclaimableBytes === 0) return `${size}, nothing in it can go.`
  return `${size}, ${formatBytes(reclaimableBytes)} of it can go.`
}

function growthLead(disk: DiskOverview): string {
  const growth = growthWords(disk)
  return `${growth.charAt(0).toUpperCase()}${growth.slice(1)}. ${spaceLead(disk)}`.trim()
}

function growthWords({ growthBytesPerDay }: DiskOverview): string {
  if (growthBytesPerDay === null) return 'growth is unknown until a second count'
  if (growthBytesPerDay > 0) return `growing ${formatBytes(growthBytesPerDay)} a day`
  if (growthBytesPerDay < 0) return `shrinking ${formatBytes(-growthBytesPerDay)} a day`
  return 'not growing'
}

function spaceLead({ freeBytes, totalBytes }: DiskOverview): string {
  if (freeBytes === null || totalBytes === null) return ''
  return `${formatBytes(freeBytes)} of the disk's ${formatBytes(totalBytes)} are free.`
}
