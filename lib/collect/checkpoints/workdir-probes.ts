/**
 * Checks the working folders of all checkpoints. A folder on a drive that may hang (network, FUSE) is checked
 * by a child process with a timeout. Without an answer it stays unproven, which is never an orphan.
 */
import type { WorkdirSeen } from '../../domain/checkpoints/checkpoint.ts'
import { farDriveOn, type Mounts, readMounts } from '../../platform/mounts.ts'
import type { PathProbe } from '../../platform/path-probe.ts'
import { probeInChild } from '../../platform/probe-in-child.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { checkWorkdir, isUsable, pathsToProbe, type Workdir } from './check-workdir.ts'

export type ProbeOptions = {
  /** Null if the system does not list them. Then every folder may be remote. */
  readonly mounts: () => Mounts | null
  readonly probe: typeof probeInChild
  readonly timeoutMs: number
  /** Monotonic. */
  readonly elapsed: () => number
}

const TIMEOUT_MS = 2 * SECOND_MS
/** Pause after a drive did not answer. */
const RETRY_AFTER_MS = 5 * MINUTE_MS
const UNKNOWN_DRIVE = 'unknown drive'

export class WorkdirProbes {
  readonly #homePath: string
  readonly #options: ProbeOptions
  /** Drives that did not answer, and when to check them again. Never while a child still hangs. */
  readonly #retryAt = new Map<string, number>()

  /** The last probe of each drive. The next one waits for it. */
  readonly #lastProbe = new Map<string, Promise<PathProbe | null>>()

  constructor(homePath: string, options: Partial<ProbeOptions> = {}) {
    this.#homePath = homePath
    this.#options = {
      mounts: readMounts,
      probe: probeInChild,
      timeoutMs: TIMEOUT_MS,
      elapsed: () => performance.now(),
      ...options,
    }
  }

  /** In the order of `workdirs`. */
  async check(workdirs: readonly Workdir[]): Promise<WorkdirSeen[]> {
    const named = workdirs.flatMap(({ path }) => (isUsable(path) ? [path] : []))
    if (named.length === 0) return workdirs.map(() => 'unproven')
    const driveOf = this.#findDrives(named)
    const far = Map.groupBy(driveOf.keys(), (path) => driveOf.get(path) ?? '')
    const probes = new Map(
      await Promise.all(
        [...far].map(async ([drive, paths]) => [drive, await this.#probe(drive, paths)] as const),
      ),
    )
    return workdirs.map((workdir) => {
      const drive = driveOf.get(workdir.path ?? '')
      if (drive === undefined) return checkWorkdir(workdir)
      const probe = probes.get(drive) ?? null
      return probe === null ? 'unproven' : checkWorkdir(workdir, probe)
    })
  }

  /** Remote drives only. The home's own drive counts as local, because without it nothing can be read anyway. */
  #findDrives(paths: readonly string[]): Map<string, string> {
    const mounts = this.#options.mounts()
    if (mounts === null) return new Map(paths.map((path) => [path, UNKNOWN_DRIVE]))
    const own = farDriveOn(this.#homePath, mounts)
    return new Map(
      paths.flatMap((path) => {
        const drive = farDriveOn(path, mounts, own)
        return drive === null ? [] : [[path, drive] as const]
      }),
    )
  }

  #probe(drive: string, paths: readonly string[]): Promise<PathProbe | null> {
    const last = this.#lastProbe.get(drive) ?? Promise.resolve(null)
    // If the child could not be started, the next probe starts another.
    const next = last.then(() => this.#probeNow(drive, paths)).catch(() => null)
    this.#lastProbe.set(drive, next)
    return next
  }

  async #probeNow(drive: string, paths: readonly string[]): Promise<PathProbe | null> {
    const { elapsed, probe, timeoutMs: patienceMs } = this.#options
    if (elapsed() < (this.#retryAt.get(drive) ?? 0)) return null
    const { probe: answered, gone } = probe([...new Set(paths.flatMap(pathsToProbe))], patienceMs)
    const seen = await answered
    if (seen !== null) this.#retryAt.delete(drive)
    else {
      this.#retryAt.set(drive, Number.POSITIVE_INFINITY)
      void gone.then(() => this.#retryAt.set(drive, elapsed() + RETRY_AFTER_MS))
    }
    return seen
  }
}
