/** Texts of the storage page: names of classes and of their parts, its titles, and what the forecast is based on. */

import { formatBytes, formatCount, formatPlural, formatShare } from '../../shared/numbers.ts'
import { formatAge } from '../../shared/time.ts'
import type { Action } from '../plan/action.ts'
import type { DiskForecast, GrowthBasis } from './forecast.ts'
import { FAR_DAYS, isFullSoon } from './growth.ts'
import type { StorageClass } from './storage.ts'
import type { StorageReport } from './storage-report.ts'
import type { Measure, TreemapClass } from './treemap.ts'

export type ClassWords = {
  readonly label: string
  /** In the legend of a chart. */
  readonly legend: string
  /** At the start of a sentence. */
  readonly subject: string
  readonly isPlural: boolean
  /** What a cleanup removes it with. */
  readonly actions: readonly Action[]
  /** Null: Steward can remove it, by a cleanup or by emptying its trash. */
  readonly whyNever: string | null
}

export const CLASS_WORDS: Readonly<Record<StorageClass, ClassWords>> = {
  checkpoints: {
    label: 'Checkpoints',
    legend: 'Checkpoints',
    subject: 'Checkpoints',
    isPlural: true,
    actions: ['checkpoints'],
    whyNever: null,
  },
  snapshots: {
    label: 'Snapshots and backups',
    legend: 'Snapshots, backups',
    subject: 'Snapshots and backups',
    isPlural: true,
    actions: [],
    whyNever: 'Perhaps the only copy of something lost. Remove one by hand when you are sure of it.',
  },
  'state-db': {
    label: 'State db',
    legend: 'State db',
    subject: 'The state db',
    isPlural: false,
    actions: ['prune-sessions', 'compact-database'],
    whyNever: null,
  },
  caches: {
    label: 'Caches',
    legend: 'Caches',
    subject: 'Caches',
    isPlural: true,
    actions: [],
    whyNever: 'Transcripts may point at these files; Hermes and its tools clear them themselves.',
  },
  yours: {
    label: 'Yours',
    legend: 'Yours, never touched',
    subject: 'Your own files',
    isPlural: true,
    actions: [],
    whyNever: 'Settings, secrets, memories, skills and what people wrote or asked for.',
  },
  wal: {
    label: 'WAL',
    legend: 'WAL',
    subject: 'The WAL',
    isPlural: false,
    actions: [],
    whyNever:
      'Part of the database while anybody has it open. Removing it by hand loses the newest messages.',
  },
  logs: {
    label: 'Logs',
    legend: 'Logs',
    subject: 'Logs',
    isPlural: true,
    actions: [],
    whyNever: 'Hermes rotates its logs itself.',
  },
  transcripts: {
    label: 'Transcripts',
    legend: 'Transcripts',
    subject: 'Transcripts',
    isPlural: true,
    actions: ['prune-sessions', 'prune-files', 'orphan-files'],
    whyNever: null,
  },
  trash: {
    label: 'Trash',
    legend: 'Trash',
    subject: 'The trash',
    isPlural: false,
    actions: [],
    whyNever: null,
  },
  'cron-output': {
    label: 'Cron output',
    legend: 'Cron output',
    subject: 'Cron output',
    isPlural: false,
    actions: ['cron-output'],
    whyNever: null,
  },
  'request-dumps': {
    label: 'Request dumps',
    legend: 'Request dumps',
    subject: 'Request dumps',
    isPlural: true,
    actions: ['prune-files', 'orphan-files'],
    whyNever: null,
  },
  unknown: {
    label: 'Unknown',
    legend: 'Unknown',
    subject: 'Files of unknown kind',
    isPlural: true,
    actions: [],
    whyNever: 'Nobody knows what wrote these. They are counted and never offered.',
  },
}

/** Labels of the parts of a class. */
export const PART_WORDS = {
  orphan: 'Orphan',
  stale: 'Stale',
  live: 'Live',
  unreachable: 'Unreachable',
  temporaryPacks: 'Half-written packs',
  shared: 'Shared between projects',
  sharedUnmeasured: 'Shared store, not all measured',
  'damaged-copy': 'Damaged copy',
  'zeroed-copy': 'Zeroed copy',
  'state-snapshot': 'Snapshot',
  backup: 'Backup',
  search: 'Full-text index',
  messages: 'Messages',
  freePages: 'Free pages',
  used: 'In use',
  restOfDatabase: 'Everything else in it',
  unowned: 'No session owns them',
  cron: 'Cron',
  chats: 'Chats',
  topFiles: 'Files right in the home',
  all: 'All of it',
  rest: 'The rest',
} as const

export const PART_DETAILS = {
  shared: 'What several projects reach, and git’s own files.',
  sharedUnmeasured: (projects: number): string =>
    `Git has not told the size of ${formatPlural(projects, 'project')} yet.`,
  search: 'So that Hermes finds words in old messages.',
  freePages: 'A compaction would give them back.',
  used: 'What takes these pages is not counted yet.',
  rest: (parts: number): string => `${formatCount(parts)} smaller parts, and folders themselves.`,
} as const

type Counted = Pick<StorageReport, 'classes' | 'homeBytes' | 'apparentBytes'>

export function storageTitle(report: Counted, measure: Measure): string {
  const total = measure === 'bytes' ? report.homeBytes : report.apparentBytes
  if (total === null) return 'Storage: not counted yet'
  const largest = [...report.classes].sort((a, b) => b[measure] - a[measure])[0]
  if (largest === undefined || total === 0) return 'Storage: nothing is stored in this home'
  const share = largest[measure] / total
  return `Storage: ${formatBytes(total)}, ${describeShare(share)} of it ${nameInSentence(largest.label)}`
}

/** The largest single part of the home. */
export function treemapTitle(treemap: readonly TreemapClass[]): string {
  const total = treemap.reduce((sum, { bytes }) => sum + bytes, 0)
  const parts = treemap.flatMap(({ label, id, parts: inner }) =>
    inner.map((part) => ({ ...part, class: id, classLabel: label })),
  )
  const largest = parts.sort((a, b) => b.bytes - a.bytes)[0]
  if (largest === undefined || total === 0) return 'Nothing is stored in this home'
  const share = describeShare(largest.bytes / total)
  if (largest.class === 'checkpoints' && largest.id === 'orphan')
    return `Folders that no longer exist hold ${share} of this home`
  const name = largest.id === 'rest' ? largest.classLabel : `${largest.classLabel}: ${largest.label}`
  return `${name}, ${share} of this home`
}

export function growthTitle({ classes, forecast }: Pick<StorageReport, 'classes' | 'forecast'>): string {
  const total = forecast.growthBytesPerDay
  if (total === null) return 'Growth is not measured yet'
  if (total === 0) return 'This home does not grow'
  if (total < 0) return `This home shrinks by ${formatBytes(-total)} a day`
  const fastest = [...classes].sort((a, b) => (b.growthBytesPerDay ?? 0) - (a.growthBytesPerDay ?? 0))[0]
  const grows = `Growth is ${formatBytes(total)} a day`
  if (fastest === undefined || (fastest.growthBytesPerDay ?? 0) <= 0) return grows
  return `${grows}, ${formatBytes(fastest.growthBytesPerDay ?? 0)} of it ${nameInSentence(fastest.label)}`
}

/** What can be removed, and from how many classes. */
export function reclaimableTitle({
  classes,
  reclaimableBytes,
}: Pick<StorageReport, 'classes' | 'reclaimableBytes'>): string {
  if (reclaimableBytes === null) return 'What can go is not known yet'
  if (reclaimableBytes === 0) return 'Nothing here has to go'
  const touched = classes.filter((usage) => usage.reclaimableBytes > 0).length
  return `${formatBytes(reclaimableBytes)} can go, from ${touched} of ${classes.length} classes`
}

/** Where `isFullSoon`. */
export const DISK_FILLS_SOON = 'The disk fills soon'

type FullWords = { readonly words: string; readonly isSoon: boolean }

export function fullWords(
  { growthBytesPerDay, daysToFull }: DiskForecast,
  freeBytes: number | null,
): FullWords {
  if (freeBytes === 0) return { words: 'now', isSoon: true }
  if (growthBytesPerDay !== null && growthBytesPerDay <= 0) return { words: 'not growing', isSoon: false }
  if (daysToFull === null) return { words: 'unknown', isSoon: false }
  if (daysToFull > FAR_DAYS) return { words: 'in over 2 years', isSoon: false }
  const words = daysToFull < 1 ? 'within a day' : `in ${formatPlural(Math.floor(daysToFull), 'day')}`
  return { words, isSoon: isFullSoon(daysToFull) }
}

export function fullTitle(forecast: DiskForecast, freeBytes: number | null): string {
  const { words } = fullWords(forecast, freeBytes)
  if (words === 'unknown') return 'When this disk is full is not known yet'
  if (words === 'not growing') return 'This home does not fill the disk'
  if (words === 'now') return 'This disk is full'
  return `This disk is full ${words}, at this rate`
}

/** What the forecast is based on, and what it leaves out. */
export function describeForecast(
  confidence: DiskForecast['confidence'],
  { samples, spanMs, freedBytes, restoredBytes }: GrowthBasis,
  perDay: number | null,
  freeBytes: number | null,
): string {
  if (confidence === 'none') {
    if (samples === 0) return 'Not measured yet: Steward has not sampled this home.'
    if (samples === 1)
      return 'Not measured yet: one sample so far, and growth needs two at least six hours apart.'
    return `Not measured yet: ${formatPlural(samples, 'sample')} within ${formatAge(spanMs)}, and growth needs six hours.`
  }
  const leftOut = [
    ...(freedBytes === 0 ? [] : [`${formatBytes(freedBytes)} that were cleaned away`]),
    ...(restoredBytes === 0 ? [] : [`${formatBytes(restoredBytes)} that were restored`]),
  ].join(' and the ')
  const without = leftOut === '' ? '' : `, without the ${leftOut} in that time`
  const from = `Measured from ${formatPlural(samples, 'sample')} over ${formatAge(spanMs)}${without}`
  const trust = {
    low: `${from}: a hint, not a trend.`,
    fair: `${from}: a first trend.`,
    good: `${from}.`,
  }[confidence]
  if (freeBytes === null) return `${trust} How much of the disk is free could not be read.`
  if (perDay !== null && perDay <= 0) return `${trust} This home does not grow.`
  return `${trust} It counts the growth of this home alone; whatever else writes to this disk comes on top.`
}

const FRACTIONS = [
  [0.745, 0.755, 'three quarters'],
  [0.655, 0.675, 'two thirds'],
  [0.495, 0.505, 'half'],
  [0.325, 0.34, 'a third'],
  [0.245, 0.255, 'a quarter'],
] as const

/** A simple fraction if it is close to one, otherwise a percentage. */
function describeShare(share: number): string {
  for (const [from, to, words] of FRACTIONS) if (share >= from && share <= to) return words
  if (share >= 0.995) return share >= 1 ? 'all' : 'nearly all'
  if (share > 0 && share < 0.01) return 'under 1 %'
  return formatShare(Math.round(share * 100) / 100)
}

/** A label in the middle of a sentence. Abbreviations stay in capitals. */
const nameInSentence = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
