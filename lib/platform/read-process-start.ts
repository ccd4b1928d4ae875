/** When a Linux process started: in kernel ticks, which distinguish a reused pid, and as a time. */
import { readFileSync } from 'node:fs'

/** Fixed for user space on every Linux architecture Node runs on. */
const TICKS_PER_SECOND = 100

export type ProcessStart = { readonly ticks: number; readonly startedMs: number | null }

export function readProcessStart(pid: number): ProcessStart | null {
  const stat = readProcFile(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The second field is the program's name in brackets and may itself contain brackets and spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[19])
  if (!Number.isSafeInteger(ticks) || ticks < 0) return null
  const bootSeconds = Number(/^btime (\d+)$/m.exec(readProcFile('/proc/stat') ?? '')?.[1])
  const startedMs = Number.isSafeInteger(bootSeconds) ? (bootSeconds + ticks / TICKS_PER_SECOND) * 1000 : null
  return { ticks, startedMs }
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
