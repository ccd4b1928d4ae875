/**
 * The disk runs out of space or inodes: by the rate of the last hour or the last ten minutes, or because
 * nothing is left.
 */
import { formatBytes, formatCount } from '../../../shared/numbers.ts'
import { HOUR_MS } from '../../../shared/time.ts'
import type { IncidentLevel } from '../incidents/incident.ts'
import type { Rule, RuleReport } from './reading.ts'
import type { Signal } from './signals.ts'
import { createFalling, type Falling, hoursLeft } from './time-to-full.ts'

/** Hours until full. Clears when two days, or one, are left again. */
const HOURS = { warn: 8, critical: 2, heldWarn: 48, heldCritical: 24 }
/** A burst that would fill the disk within the hour does not wait for the hourly rate. */
const SPRINT = { critical: 1, held: 2 }

type Room = {
  readonly signals: { readonly hour: Signal; readonly sprint: Signal; readonly full: Signal }
  readonly free: number
  readonly total: number
  /** When it counts as full, and when there is enough again. */
  readonly none: number
  readonly enough: number
  readonly word: (amount: number) => string
  readonly titles: { readonly filling: string; readonly full: string }
}

export function spaceFilling(): Rule {
  const disk = createFalling()
  const inodes = createFalling()
  return ({ sample: { space, totalInodes, device }, now }, report) => {
    if (!space.ok || !isAmount(space.value.freeBytes)) report.unknown('disk-filling')
    else {
      const { freeBytes, totalBytes } = space.value
      readRoom(
        {
          signals: { hour: 'disk/hour', sprint: 'disk/sprint', full: 'disk/full' },
          free: freeBytes,
          total: totalBytes,
          // SQLite writes whole pages and a WAL, so the last megabyte counts as full.
          none: 1_000_000,
          enough: 100_000_000,
          word: formatBytes,
          titles: { filling: 'The disk is filling', full: 'The disk is full' },
        },
        disk.note(freeBytes, { total: totalBytes, device }, now.spanMs),
        report,
        'disk-filling',
      )
    }
    const freeInodes = space.ok ? space.value.freeInodes : null
    // Some file systems report 0 of 0 inodes.
    if (freeInodes === null || !isAmount(freeInodes) || totalInodes === null || !(totalInodes > 0)) {
      report.unknown('inodes-filling')
      return
    }
    readRoom(
      {
        signals: { hour: 'inodes/hour', sprint: 'inodes/sprint', full: 'inodes/full' },
        free: freeInodes,
        total: totalInodes,
        none: 0,
        enough: 1_000,
        word: (amount) => `${formatCount(amount)} inodes`,
        titles: { filling: 'The disk runs out of inodes', full: 'The disk has no inodes left' },
      },
      inodes.note(freeInodes, { total: totalInodes, device }, now.spanMs),
      report,
      'inodes-filling',
    )
  }
}

const isAmount = (value: number): boolean => Number.isFinite(value) && value >= 0

function readRoom(
  room: Room,
  { perHour, sprintPerHour }: Falling,
  report: RuleReport,
  kind: 'disk-filling' | 'inodes-filling',
): void {
  const isFull = room.free <= room.none
  if (perHour === null) report.unknown(kind)
  const hours = hoursLeft(room.free, perHour ?? 0)
  const sprint = hoursLeft(room.free, sprintPerHour ?? 0)
  const read = (
    signal: Signal,
    reached: IncidentLevel | null,
    held: IncidentLevel | null,
    left: number,
    fall: number | null,
    rule: string,
  ): void =>
    report.read({
      signal,
      subject: '',
      reached,
      held,
      value: isFull ? 0 : Number.isFinite(left) ? left : null,
      unit: 'hours',
      limit: HOURS.warn,
      words: () => ({
        title: isFull ? room.titles.full : room.titles.filling,
        rule,
        evidence: `${room.word(room.free)} free of ${room.word(room.total)}${describeFall(room, fall, left)}.`,
      }),
    })
  const critical = (is: boolean): IncidentLevel | null => (is ? 'critical' : null)
  read(
    room.signals.full,
    critical(isFull),
    critical(room.free < room.enough),
    Number.POSITIVE_INFINITY,
    null,
    'nothing free',
  )
  read(
    room.signals.hour,
    below(hours, HOURS.warn, HOURS.critical),
    below(hours, HOURS.heldWarn, HOURS.heldCritical),
    hours,
    perHour,
    `full within ${HOURS.warn} hours at the last hour's rate`,
  )
  read(
    room.signals.sprint,
    critical(sprint < SPRINT.critical),
    critical(sprint < SPRINT.held),
    sprint,
    sprintPerHour,
    "full within the hour at the last ten minutes' rate",
  )
}

const below = (hours: number, warn: number, critical: number): IncidentLevel | null =>
  hours < critical ? 'critical' : hours < warn ? 'warn' : null

function describeFall({ word }: Room, fall: number | null, hours: number): string {
  if (fall === null || !Number.isFinite(hours)) return ''
  const left = hours < 1 ? `${formatCount((hours * HOUR_MS) / 60_000)} min` : `${hours.toFixed(1)} h`
  return `, ${word(fall)} less every hour: full in ${left}`
}
