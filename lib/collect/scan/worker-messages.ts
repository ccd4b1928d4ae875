/** Messages between a scan and its threads. */
import type { ScanSetting, ScanUnit, UnitRecord } from './scan-types.ts'

export type WorkerInput = {
  readonly units: readonly ScanUnit[]
  readonly setting: ScanSetting
  /** Shared memory: 32 bits for each of `COUNTER`, then one claim flag for each unit. */
  readonly shared: SharedArrayBuffer
}

export type WorkerOutput = [index: number, record: UnitRecord][]

export const COUNTER = { done: 0, files: 1 } as const
export const FIRST_CLAIM = 2

export const makeShared = (units: number): SharedArrayBuffer =>
  new SharedArrayBuffer(4 * (FIRST_CLAIM + units))
