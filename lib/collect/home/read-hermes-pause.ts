/** Whether `hermes pause` holds new work of a home: one lstat while it does not, two for a profile. */
import { lstatSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  combineHolds,
  type HermesPause,
  type PauseHold,
  parsePauseHold,
  UNEXPLAINED,
} from '../../domain/home/hermes-pause.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import { hermesCommand } from '../../domain/watch/incidents/hermes-command.ts'
import { errorCode, isMissing } from '../../platform/error-code.ts'
import { readTextFile } from '../../platform/read-text-file.ts'
import { commandPlace } from './command-place.ts'

const FILE = 'ESTOP'
const LARGEST = 16 * 1024

export function readHermesPause(home: HomeRef, nowMs: number): HermesPause | null {
  const isBelowRoot = resolve(home.root) !== resolve(home.path)
  const holds = {
    home: readHold(home.path, nowMs),
    root: isBelowRoot ? readHold(home.root, nowMs) : null,
  }
  return combineHolds(holds, (by) =>
    hermesCommand(commandPlace(by === 'home' ? home : { ...home, path: home.root, profile: null }), 'resume'),
  )
}

/** Hermes too takes every error but a missing file for a pause. */
function readHold(homePath: string, nowMs: number): PauseHold | null {
  try {
    const path = join(homePath, FILE)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return null
    // Hermes follows a link, so one that leads to something is a pause. Steward does not read behind it.
    if (stats.isSymbolicLink())
      return statSync(path, { throwIfNoEntry: false }) === undefined ? null : UNEXPLAINED
    const text = readTextFile(homePath, FILE, LARGEST)
    if (!text.ok) return UNEXPLAINED
    return text.value === null ? null : parsePauseHold(text.value, nowMs)
  } catch (error) {
    if (errorCode(error) === null) throw error
    return isMissing(error) || errorCode(error) === 'ELOOP' ? null : UNEXPLAINED
  }
}
