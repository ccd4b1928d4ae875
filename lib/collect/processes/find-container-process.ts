/** The process that a container knows by another number: a Hermes in a container writes that one into its home. */
import { readdirSync } from 'node:fs'
import { readProcessStart, readProcFile } from '../../platform/read-process-start.ts'

/** Its number here. Without the time it started, one that is called Hermes is taken for it: one too many only protects. */
export function findContainerProcess(innerPid: number, startTicks: number | null): number | null {
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isSafeInteger(pid) || innerPidOf(pid) !== innerPid) continue
    const isSame =
      startTicks === null
        ? /hermes/i.test(readProcFile(`/proc/${pid}/cmdline`) ?? '')
        : readProcessStart(pid)?.ticks === startTicks
    if (isSame) return pid
  }
  return null
}

/** The last of its numbers, from the outermost namespace to its own; null where it has but one, or has ended. */
function innerPidOf(pid: number): number | null {
  const status = readProcFile(`/proc/${pid}/status`) ?? ''
  const numbers = /^NSpid:(.*)$/m.exec(status)?.[1]?.trim().split(/\s+/) ?? []
  const hasEnded = /^State:\s*[ZX]/m.test(status)
  return hasEnded || numbers.length < 2 ? null : Number(numbers.at(-1))
}
