/** Finds a process by the pid it has inside a container, which Hermes in a container writes into its home. */
import { readdirSync } from 'node:fs'
import { readProcessStart, readProcFile } from '../../platform/read-process-start.ts'

/** Returns its pid here. Without a start time, any process named Hermes matches: a false match only protects more. */
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

/** Its pid in the innermost namespace. Null if it is in no other namespace or has ended. */
function innerPidOf(pid: number): number | null {
  const status = readProcFile(`/proc/${pid}/status`) ?? ''
  const numbers = /^NSpid:(.*)$/m.exec(status)?.[1]?.trim().split(/\s+/) ?? []
  const hasEnded = /^State:\s*[ZX]/m.test(status)
  return hasEnded || numbers.length < 2 ? null : Number(numbers.at(-1))
}
