/** Texts around every page: navigation, commands and the lost connection. */
import { formatBytes } from '@/lib/shared/numbers'

export const SEARCH_LABEL = 'Search or run a command'
export const NOTHING_NAMED = 'Nothing goes by this name.'
export const RESCAN = 'Count every file again'
export const RESCANNING = 'Counting every file again'
export const THEME_LABEL = 'Switch between dark and light'
export const QUARANTINE_LABEL = 'Home quarantined'
export const RETRY_HOME = 'Retry'
export const RETRYING_HOME = 'Retrying…'
export const READ_ONLY_WAYS = 'What you can do'

export type TemporaryDataInfo = {
  readonly folder: string
  readonly wanted: string
  readonly missingBytes: number
  readonly isInMemory: boolean
}

export function temporaryDataWords({ folder, wanted, missingBytes, isInMemory }: TemporaryDataInfo): string {
  const where = `Steward keeps its records in ${folder} for now.`
  if (missingBytes === 0)
    return `${where} There is enough space again. They move to ${wanted} when Steward restarts.`
  const risk = isInMemory ? ' Restarting this machine before that loses them.' : ''
  return `${where} Free ${formatBytes(missingBytes)} on the disk of ${wanted} to move them there.${risk} Until then, Cleanup can delete but not archive.`
}

export const connectionLost = (seconds: number): string =>
  `Steward does not answer. Asking again every ${seconds} s. Numbers on this page are from`

export const chooseHomeLabel = (label: string, isDemo: boolean): string =>
  `Home: ${label}${isDemo ? ', demo' : ''}. Choose another`
