/**
 * The working folders of all checkpoints of a home. One on a drive that may never answer (a network, a program) is asked
 * about by a child with a time limit; what is not told in time stays unproven, which is never an orphan.
 */
import type { WorkdirSeen } from '../../domain/checkpoints/checkpoint.ts'
import { farDriveOn, type Mounts, readMounts } from '../../platform/mounts.ts'
import type { PathProbe } from '../../platform/path-probe.ts'
import { probeInChild } from '../../platform/probe-in-child.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { checkWorkdir, isUsable, pathsToProbe, type Workdir } from './check-workdir.ts'

export type ProbeOptions = {
  /** Null where the system does not tell: then every folder may be far. */
  readonly mounts: () => Mounts | null
  readonly probe: typeof probeInChild
  readonly timeoutMs: number
  /** By a clock that never jumps. */
  readonly elapsed: () => number
}

const TIMEOUT_MS = 2 * SECOND_MS
/** A drive that did not answer is let alone for so long. */
const RETRY_AFTER_MS = 5 * MINUTE_MS
const UNKNOWN_DRIVE = 'unknown drive'

export class WorkdirProbes {
  readonly #homePath: string
  readonly #options: ProbeOptions
  /** Drives that did not answer, and when they may be asked again: never while the child that asked still hangs. */
  readonly #retryAt = new Map<string, number>()

  /** The last question to each drive: the next waits for what became of it. */
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

  /** In the order they were asked for. */
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

  /** Of the far ones alone. The home's own drive is as near as the home: without it there is nothing to read anyway. */
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
    // A child that could not even be started told nothing; the next question is another.
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
