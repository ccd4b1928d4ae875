/** From the status of a Linux process: when and by whom it was started, and whether it has ended. */
import { readdirSync, readFileSync } from 'node:fs'
import { errorCode, isMissing } from './error-code.ts'

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

/**
 * Whether it runs no code any more: it is gone, exiting, or waits for its parent to read how it ended. From the moment it
 * exits, Linux shows its files to root alone, so they can't tell.
 */
export function hasEnded(pid: number): boolean {
  try {
    // The main thread may end before the others.
    return readdirSync(`/proc/${pid}/task`).every((thread) => isExiting(`/proc/${pid}/task/${thread}/stat`))
  } catch (error) {
    return isGone(error)
  }
}

function isExiting(path: string): boolean {
  try {
    const [state = '', , , , , , flags] = fieldsOf(readFileSync(path, 'utf8'))
    return ['Z', 'X'].includes(state) || (Number(flags) & EXITING) !== 0
  } catch (error) {
    return isGone(error)
  }
}

/** `PF_EXITING` of the kernel. */
const EXITING = 0x4

const isGone = (error: unknown): boolean => isMissing(error) || errorCode(error) === 'ESRCH'

/** The process that started it, or took it over. Null if it is gone. */
export const readParent = (pid: number): number | null => {
  const fields = readStat(pid)
  return fields === null ? null : Number(fields[1])
}

/** From the third field on. The second is the program's name in brackets and may itself contain brackets and spaces. */
function readStat(pid: number): string[] | null {
  const stat = readProcFile(`/proc/${pid}/stat`)
  return stat === null ? null : fieldsOf(stat)
}

const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ')

/** Null for a process that is gone or hidden. */
export function readProcFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Processes may exit while they are read, and hidden ones are unknown. Both are null.
    return null
  }
}
