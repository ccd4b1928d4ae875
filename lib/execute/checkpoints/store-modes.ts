/** Modes of what git writes into the store. Without them a ref of the owner's could not be read by its group. */
import { closeSync, constants, fchmodSync, fstatSync, openSync } from 'node:fs'
import { STORE } from '../../domain/checkpoints/checkpoint.ts'
import { errorCode } from '../../platform/error-code.ts'
import { seeAt } from '../files/check-file.ts'
import { placeInHome } from '../files/resolve-path.ts'

/** Null if nothing is there. */
export function readMode(path: string): number | null {
  const stats = seeAt(path)
  return stats === null ? null : Number(stats.mode & PERMISSIONS)
}

/**
 * `name` is below the store. False if the system refuses, as it does for everyone but the owner. Changes nothing behind a
 * link, wherever it is on the way.
 */
export function setMode(homePath: string, name: string, mode: number): boolean {
  const place = placeInHome(homePath, [...STORE, ...name.split('/')])
  if (!place.ok) return place.fault === 'missing'
  const { path } = place.value
  const now = readMode(path)
  if (now === null || now === mode) return true
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(file)
      if (!stats.isFile() && !stats.isDirectory()) return false
      fchmodSync(file, mode)
      return true
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (errorCode(error) === null) throw error
    return false
  }
}

/** The umask of Hermes' git, derived from the mode of a folder that only git creates. */
export function umaskOf(store: string): string {
  const stats = seeAt(`${store}/objects`)
  const mode = stats?.isDirectory() === true ? Number(stats.mode) : OWN_ONLY
  return (~mode & OTHERS).toString(8).padStart(3, '0')
}

const PERMISSIONS = 0o7777n
const OTHERS = 0o077
const OWN_ONLY = 0o700
