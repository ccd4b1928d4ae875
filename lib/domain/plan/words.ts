/** Texts of plans: names of actions, effects of a plan, and what happens to its items. */
import { formatBytes, formatCount, formatPlural } from '../../shared/numbers.ts'
import type { Holder } from '../home/home.ts'
import type { Action, Disposition } from './action.ts'
import type { PlanDisk } from './plan.ts'
import type { Policy } from './policy.ts'
import type { ProtectedCountCode } from './protected-counts.ts'

type ActionWords = {
  /** As a heading. */
  readonly name: string
  /** Within a sentence. */
  readonly noun: string
  /** As the operator would ask for it. */
  readonly command: string
  readonly detail: string
}

export const ACTION_WORDS: Readonly<Record<Action, ActionWords>> = {
  'prune-sessions': {
    name: 'Old sessions',
    noun: 'old sessions',
    command: 'Prune sessions',
    detail:
      'Ended sessions with their messages and every file of theirs. A conversation goes whole or not at all.',
  },
  'prune-files': {
    name: 'Old transcripts and request dumps',
    noun: 'old files',
    command: 'Prune files, keep the rows',
    detail: 'The files go, the rows in state.db stay, so that history and search keep working.',
  },
  'orphan-files': {
    name: 'Files no session owns',
    noun: 'files no session owns',
    command: 'Remove orphan files',
    detail: 'Left behind by Hermes’ own prune or by an interrupted write. What may be the only copy stays.',
  },
  'close-leaked': {
    name: 'Sessions that were never closed',
    noun: 'sessions never closed',
    command: 'Close leaked sessions',
    detail: 'Gets an end at its last sign of life, where nobody holds it. Nothing is removed.',
  },
  checkpoints: {
    name: 'Checkpoints nobody needs',
    noun: 'checkpoints',
    command: 'Remove checkpoints',
    detail: 'Of folders that are gone or that nobody touched. An unmounted drive never counts as gone.',
  },
  'gateway-entries': {
    name: 'Expired gateway entries',
    noun: 'gateway entries',
    command: 'Remove gateway entries',
    detail: 'From both copies of the routing index. Needs the gateway stopped.',
  },
  'cron-output': {
    name: 'Old cron outputs',
    noun: 'cron outputs',
    command: 'Remove cron output',
    detail: 'Beyond the newest of each job, and of jobs that no longer exist.',
  },
  'compact-database': {
    name: 'Compact state.db',
    noun: 'compaction',
    command: 'Compact the database',
    detail: 'Gives the free pages inside state.db back to the disk. Needs Hermes stopped.',
  },
}

/** These change items in place, so the disposition does not apply. */
const IN_PLACE: ReadonlySet<Action> = new Set<Action>(['close-leaked', 'compact-database'])

export const removesItems = (steps: readonly Pick<Policy, 'action'>[]): boolean =>
  steps.some(({ action }) => !IN_PLACE.has(action))

type Named = { readonly steps: readonly Pick<Policy, 'action'>[] }

/** `Old sessions`, `Cleanup of old sessions, checkpoints and cron outputs`. */
export function planName({ steps }: Named): string {
  const actions = [...new Set(steps.map(({ action }) => action))]
  const [only] = actions
  if (only === undefined) return 'Restore'
  if (actions.length === 1) return ACTION_WORDS[only].name
  return `Cleanup of ${listed(actions.map((action) => ACTION_WORDS[action].noun))}`
}

export function planTitle(plan: Named, go: number, stay: number): string {
  if (plan.steps.length === 0)
    return `Restore: ${wouldWords(plan, go)}${stay === 0 ? '' : `, ${formatCount(stay)} would not`}`
  return `${planName(plan)}: ${wouldWords(plan, go)}, ${formatCount(stay)} ${stay === 1 ? 'stays' : 'stay'}`
}

function wouldWords({ steps }: Named, go: number): string {
  if (steps.length === 0) return `${formatPlural(go, 'item')} would come back`
  if (steps.every(({ action }) => action === 'close-leaked'))
    return `${formatPlural(go, 'session')} would be closed`
  if (steps.every(({ action }) => action === 'compact-database'))
    return go === 0 ? 'nothing would change' : 'it would be compacted'
  return `${formatPlural(go, 'item')} would go`
}

type Words = {
  readonly name: string
  readonly detail: string
  /** Behind counts and bytes: `2,155 items, 10.9 GB, to trash`. */
  readonly where: string
  readonly approve: (items: number) => string
  readonly doing: (items: number) => string
  readonly done: string
}

export const DISPOSITION_WORDS: Readonly<Record<Disposition, Words>> = {
  trash: {
    name: 'Trash',
    detail: 'Set aside on the same disk. The space comes back when the trash expires. Restore is instant.',
    where: 'to trash',
    approve: (items) => `Approve, move ${formatCount(items)} to trash`,
    doing: (items) => `Moving ${formatPlural(items, 'item')} to trash`,
    done: 'moved to trash',
  },
  archive: {
    name: 'Archive',
    detail:
      'Packed into a checked bundle outside the home, which takes some of the space. Restore unpacks it. Hard links, extended attributes and access lists are lost.',
    where: 'to an archive',
    approve: (items) => `Approve, archive ${formatCount(items)}`,
    doing: (items) => `Archiving ${formatPlural(items, 'item')}`,
    done: 'archived',
  },
  delete: {
    name: 'Delete',
    detail: 'Gone for good. Asks you to type the count and the home.',
    where: 'deleted for good',
    approve: (items) => `Delete ${formatPlural(items, 'item')}…`,
    doing: (items) => `Deleting ${formatPlural(items, 'item')} for good`,
    done: 'deleted',
  },
}

const RESTORE_WORDS: Omit<Words, 'name' | 'detail'> = {
  where: 'back to where they were',
  approve: (items) => `Approve, bring back ${formatCount(items)}`,
  doing: (items) => `Bringing back ${formatPlural(items, 'item')}`,
  done: 'brought back',
}

const CLOSE_WORDS: Omit<Words, 'name' | 'detail'> = {
  where: 'given an end',
  approve: (items) => `Approve, close ${formatCount(items)}`,
  doing: (items) => `Closing ${formatPlural(items, 'session')}`,
  done: 'closed',
}

const COMPACT_WORDS: Omit<Words, 'name' | 'detail'> = {
  where: 'compacted in place',
  approve: () => 'Approve, compact state.db',
  doing: () => 'Compacting state.db',
  done: 'compacted',
}

type RunKind = { readonly restores: string | null; readonly disposition: Disposition } & Named

/** The verbs for a plan's items in buttons, bars and receipts. */
export function runWords({ restores, steps, disposition }: RunKind): Omit<Words, 'name' | 'detail'> {
  if (restores !== null) return RESTORE_WORDS
  if (steps.length > 0 && steps.every(({ action }) => action === 'close-leaked')) return CLOSE_WORDS
  if (steps.length > 0 && steps.every(({ action }) => action === 'compact-database')) return COMPACT_WORDS
  return DISPOSITION_WORDS[disposition]
}

/** What restoring an archive loses. Added to an item's reason. */
export const ARCHIVE_LOSSES = {
  file: 'It has hard links. Archiving it frees no space, and it comes back as a separate file.',
  session: (count: number): string =>
    count === 1
      ? '1 of its files has hard links. Archiving that frees no space, and it comes back as a separate file.'
      : `${formatCount(count)} of its files have hard links. Archiving them frees no space, and they come back as separate files.`,
  folder: (count: number): string =>
    count === 1
      ? '1 hard link in it comes back as a separate file.'
      : `${formatCount(count)} hard links in it come back as separate files.`,
} as const

/** The same, in the plan that restores it. */
export const RESTORE_LOSSES = {
  file: 'It had hard links and comes back as a separate file.',
  session: (count: number): string =>
    count === 1
      ? '1 of its files had hard links and comes back as a separate file.'
      : `${formatCount(count)} of its files had hard links and come back as separate files.`,
  folder: ARCHIVE_LOSSES.folder,
} as const

/** Less than the smallest save and its transaction may need. */
const FULL_BYTES = 16_000_000

/**
 * What a cleanup can do on a full disk, shown before approval. Null while there is room or that is unknown.
 */
export function describeFullDisk(disposition: Disposition, { freeBytes }: PlanDisk): string | null {
  if (freeBytes === null || freeBytes >= FULL_BYTES) return null
  const left = freeBytes === 1 ? '1 B is' : `${formatBytes(freeBytes)} are`
  return `${left} free on the disk of this home. ${FULL_DISK_WORDS[disposition]}`
}

const FULL_DISK_WORDS: Readonly<Record<Disposition, string>> = {
  trash:
    'Files and folders move to the trash without any room. Sessions, routes and checkpoints need a little to be written down: where STEWARD_DATA is on the same disk, Steward gives up the room it keeps for this hour. What does not fit even so stays as it is, and the receipt says so.',
  delete:
    'Files and folders go first and need no room; what they free is the room that sessions need to go. What does not fit even so stays as it is, and the receipt says so.',
  archive:
    'An archive is written to STEWARD_DATA before anything goes. What does not fit there stays as it is, and the receipt says how much it would need.',
}

/** `9f3c 51d8 … e91c`: enough to distinguish two plans by eye. */
export const shortDigest = (digest: string): string =>
  `${digest.slice(0, 4)} ${digest.slice(4, 8)} … ${digest.slice(-4)}`

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** What the operator types before deleting for good. It names the count and the home, so it is never typed out of habit. */
export const consentPhrase = (items: number, home: string): string => `delete ${items} from ${home}`

export const PROTECTED_LABELS: Readonly<Record<ProtectedCountCode, string>> = {
  live: 'Live sessions',
  routed: 'Sessions a chat is routed to',
  leases: 'Turns, locks and hand-offs',
  lineage: 'Lineage of any of these',
  pinned: 'Pinned sessions',
  unreachable: 'Checkpoints of drives not mounted',
  yours: 'Memories, skills, configuration',
  unknown: 'Files of unknown kind',
}

/** Why nothing of a step can run now. */
export const STEP_REFUSALS = {
  gatewayRunning: (servedBy: string | null): string =>
    `${servedBy === null ? 'The gateway is running' : `The gateway of ${servedBy} serves this home too`} and would write its own copy of the index over ours. Stop it first: hermes gateway stop.`,
  routesUnknown:
    'The routing index could not be read. Look at the notices of the overview, mend it and plan again.',
  mirrorUnreadable:
    'sessions.json cannot be read, and an entry removed from one copy alone comes back from the other. Start the gateway once, which writes the file anew, stop it and plan again.',
  freshLocks:
    'A git may be at work on the checkpoints: there are locks younger than ten minutes. Plan again later.',
} as const

/** What shows that Hermes may be running, at the start of a reason. */
export const LIVE_WORDS = {
  process: ({ command, pid }: Pick<Holder, 'command' | 'pid'>): string => `${command} (${pid}) is running`,
  gateway: 'The gateway is running',
  unknown: 'Whether Hermes is running cannot be told',
} as const

/** What a policy prunes, at the start of a group. */
export const PRUNED_KINDS = { cron: 'Cron run', session: 'Session' } as const

export const NO_NAME = '(no name)'

/** Why a subagent is kept although the session that started it is removed. */
export const describeUnlinked = (why: string, starter: string): string =>
  `${why}; ${starter}, which started it, goes without it`

export const ITEMS_DELETED =
  'The items of this plan were deleted after its run. Its receipt lists what was done.'
export const NO_SUCH_PLAN = 'Plan not found. Plans are deleted a day after they expire.'
export const NO_SUCH_FINDING = 'This finding no longer exists.'
export const NOTHING_SELECTED = 'Nothing selected. Tick at least one item.'
