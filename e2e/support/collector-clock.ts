/**
 * Lets a test speed up the clock of the collector thread, so that samples come more often and count as
 * further apart. The product contains none of this: the file is preloaded into the server under test.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, workerData } from 'node:worker_threads'

const FILE = 'COLLECTOR_SPEED_FILE'
const CALENDAR = 'COLLECTOR_SPEED_CALENDAR'
const speedFile = (folder: string): string => join(folder, 'collector-speed')

/**
 * The environment of a server whose collector can be sped up, including its calendar if a test needs a date.
 */
export function collectorClockEnv(
  folder: string,
  { calendar = false }: { readonly calendar?: boolean } = {},
): Record<string, string> {
  setCollectorSpeed({ folder }, 1)
  return {
    NODE_OPTIONS: `--import=${import.meta.url}`,
    [FILE]: speedFile(folder),
    ...(calendar && { [CALENDAR]: '1' }),
  }
}

/** At 20, a minute of the collector takes three seconds, starting with its next sample. */
export const setCollectorSpeed = ({ folder }: { readonly folder: string }, speed: number): void =>
  writeFileSync(speedFile(folder), String(speed))

/** On a busy machine, a late sample must not count as a gap. */
const LONGEST_STEP_MS = 5_000

const isCollector = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'hermesHome' in data && 'extraHomes' in data

function speedUp(file: string, withCalendar: boolean): void {
  const realNow = performance.now.bind(performance)
  const realDate = Date.now.bind(Date)
  const realSetTimeout = globalThis.setTimeout
  let [lastMs, aheadMs] = [realNow(), 0]
  const speed = (): number => Number(readFileSync(file, 'utf8')) || 1
  const ahead = (): number => {
    const passedMs = realNow() - lastMs
    lastMs += passedMs
    aheadMs += Math.max(0, Math.min(passedMs * speed(), LONGEST_STEP_MS) - passedMs)
    return aheadMs
  }
  performance.now = () => ahead() + realNow()
  if (withCalendar) Date.now = () => Math.floor(ahead() + realDate())
  const setTimeout = (work: () => void, ms = 0, ...args: unknown[]) =>
    realSetTimeout(work, ms / speed(), ...args)
  globalThis.setTimeout = Object.assign(setTimeout, realSetTimeout) as typeof globalThis.setTimeout
}

const file = process.env[FILE]
if (!isMainThread && file !== undefined && isCollector(workerData))
  speedUp(file, process.env[CALENDAR] === '1')
