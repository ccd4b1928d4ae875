/**
 * The settings of this process, read once. `npm start` has validated them, so an invalid one here is a bug.
 */
import { readSettings, type Settings } from './settings.ts'

let settings: Settings | null = null

export function getSettings(): Settings {
  if (settings !== null) return settings
  const read = readSettings(process.env)
  if (!read.ok) throw new Error(read.fault)
  settings = read.value
  return settings
}
