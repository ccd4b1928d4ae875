/** From the status of a Linux process: when and by whom it was started, and whether it has ended. */
import { readFileSync } from 'node:fs'

/** Fixed for user space on every Linux architecture Node runs on. */
const TICKS_PER_SECOND = 100

/** `ticks` are the kernel's, which distinguish a reused pid. */
export type ProcessStart = { readonly ticks: number; readonly startedMs: number | null }

export function readProcessStart(pid: number): ProcessStart | null {
  const fields = readStat(pid)
  if (fields === null) return null
  const ticks = Number(fields[19])
  if (!Number.isSafeInteger(ticks) || ticks < 0) return null
  const bootSeconds = Number(/^btime (\d+)$/m.exec(readProcFile('/proc/stat') ?? '')?.[1])
  const startedMs = Number.isSafeInteger(bootSeconds) ? (bootSeconds + ticks / TICKS_PER_SECOND) * 1000 : null
  return { ticks, startedMs }
}

/** Whether only its entry is left, until its parent reads how it ended. Such a process has no open files. */
export function hasEnded(pid: number): boolean {
  const fields = readStat(pid)
  // The main thread may end before the others.
  return fields !== null && ['Z', 'X'].includes(fields[0] ?? '') && Number(fields[17]) <= 1
}

/** The process that started it, or took it over. Null if it is gone. */
export const readParent = (pid: number): number | null => {
  const fields = readStat(pid)
  return fields === null ? null : Number(fields[1])
}

/** From the third field on. The second is the program's name in brackets and may itself contain brackets and spaces. */
function readStat(pid: number): string[] | null {
  const stat = readProcFile(`/proc/${pid}/stat`)
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Null for a process that is gone or hidden. */
export function readProcFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Processes may exit while they are read, and hidden ones are unknown. Both are null.
    return null
  }
}
