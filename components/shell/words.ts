/** Texts around every page: navigation, commands and the lost connection. */
import { ACTIONS, type Action } from '@/lib/domain/plan/action'
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

/** What an operator cleans up, and the actions that do it. Compacting state.db explains itself on its page. */
const AREAS: readonly (readonly [name: string, actions: readonly Action[]])[] = [
  ['sessions', ['prune-sessions', 'close-leaked']],
  ['session files', ['prune-files', 'orphan-files']],
  ['gateway entries', ['gateway-entries']],
  ['checkpoints', ['checkpoints']],
  ['cron outputs', ['cron-output']],
]

export type Stopped = {
  readonly title: string
  /** What can still be done. Null if nothing can. */
  readonly rest: string | null
}

export function stoppedWords(refusals: readonly { readonly stops: readonly Action[] }[]): Stopped {
  const stops = new Set(refusals.flatMap((refusal) => refusal.stops))
  if (ACTIONS.every((action) => stops.has(action))) return { title: 'Read-only', rest: null }
  const isStopped = (actions: readonly Action[]) => actions.some((action) => stops.has(action))
  const names = (stopped: boolean) =>
    listOf(AREAS.filter(([, actions]) => isStopped(actions) === stopped).map(([name]) => name))
  const rest = names(false)
  return {
    title: `${names(true)} can’t be changed`,
    rest: rest === '' ? null : `${rest} can still be cleaned up.`,
  }
}

function listOf(names: readonly string[]): string {
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}`
}

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

export const chooseHomeLabel = (label: string, isDemo: boolean, pause: string | null): string =>
  `Home: ${label}${isDemo ? ', demo' : ''}. ${pause === null ? '' : `${pause}. `}Choose another`
