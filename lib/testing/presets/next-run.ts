/** The next run of a schedule as used by the demo: minute and hour as a number, any, or every n. */
import { MINUTE_MS } from '../../shared/time.ts'

const MAX_MINUTES = 2 * 24 * 60

export function nextRunOf(schedule: string, nowMs: number): number {
  const [minutes = '*', hours = '*'] = schedule.split(' ')
  const firstMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  for (let step = 1; step <= MAX_MINUTES; step += 1) {
    const at = new Date(firstMs + step * MINUTE_MS)
    if (fits(minutes, at.getMinutes()) && fits(hours, at.getHours())) return at.getTime()
  }
  throw new Error(`no run of ${schedule} within two days`)
}

function fits(field: string, value: number): boolean {
  if (field === '*') return true
  const every = /^\*\/(\d+)$/.exec(field)?.[1]
  return every === undefined ? Number(field) === value : value % Number(every) === 0
}
