/** Texts of the cleanup page and of a plan. */

import { ACCESS_REFUSALS } from '@/lib/domain/access/words'
import { NO_SUCH_HOME } from '@/lib/domain/home/words'
import type { Overview } from '@/lib/domain/overview/overview'
import type { Action, Disposition } from '@/lib/domain/plan/action'
import type { Amount } from '@/lib/domain/plan/plan'
import type { ProtectedCount } from '@/lib/domain/plan/protected-counts'
import { ACTION_WORDS, NO_SUCH_FINDING, NOTHING_SELECTED } from '@/lib/domain/plan/words'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'
import type { MayNot, PlanPage } from './plan/plan-page-model'

export const CLEANUP_NOTE =
  'Each start opens a preview with every item and its reason. Nothing moves until you approve it.'
export const NO_PLAN_MADE = 'No plan was made'
export const PREPARED_PLANS = 'What can be done about it'
export const OWN_CHOICE_NOTE =
  'Tick one or several; together they are one plan. Guards come on top: nothing live, routed or pinned is ever taken.'
export const PREPARE_NOTE = 'Prepares a preview. Nothing moves until you approve it.'
export const ONLY_SOME_JOBS = 'Only some cron jobs'
export const ALL_OF_DEAD_JOBS = 'all of dead jobs'
export const WRITTEN_DAYS_AGO = 'days ago or earlier'
export const READ_FAILED_RETRY = 'This could not be read just now. Ask again'
export const RELATIVES_UNREAD = 'What goes together with it could not be read. Nothing was changed.'
export const GROUP_UNREAD = 'Not all of this group could be read. Nothing was changed.'
export const DELETE_WARNING =
  'There is no trash and no archive for this run. Steward cannot bring these back.'
export const REPLANNING = 'Preparing the plan again…'
export const DISPOSITION_NOTE = 'Changing this prepares the plan again, with a new digest.'
export const FORECAST_CAPTION = 'Free space, with this plan and without'
export const PROTECTED_COUNTS_TITLE = 'What this plan may never touch'
export const PROTECTED_COUNTS_NOTE =
  'Counted now over the whole home, and checked again for each item at the moment it is moved.'
export const IDENTITY_TITLE = 'Identity of this plan'
export const PLAN_EXPIRED_NOTE = 'Nothing moved. A plan holds for an hour, because the home goes on living.'
export const DISK_ALMOST_FULL = 'The disk of this home is almost full'
export const BAR_MEASURE = 'Measure of the bar'
export const ROWS_GO = 'reused by Hermes, given back by a compaction'
export const NOTHING_IN_TRASH = 'nothing waits in trash'
export const FREES_WHEN_EMPTIED = 'when you empty the trash'
export const GROWTH_UNKNOWN = 'growth needs a second count'
export const FREE_SPACE_UNKNOWN = 'free space could not be read'
export const DISK_NOT_FILLING = 'nothing fills this disk'
export const REPLAN_FAILED = 'The plan could not be prepared again'
export const REPLAN_WITHOUT = 'Plan again without what cannot run'

export function cleanupTitle({ disk: { reclaimableBytes, homeBytes } }: Overview): string {
  if (reclaimableBytes === null || homeBytes === null) return 'Cleanup: how much can go is not counted yet'
  if (reclaimableBytes === 0) return 'Cleanup: nothing found that takes space for nothing'
  return `Cleanup: ${formatBytes(reclaimableBytes)} of ${formatBytes(homeBytes)} can go`
}

const START_MESSAGES: Readonly<Record<string, string>> = {
  'nothing-asked': NOTHING_SELECTED,
  'bad-input': 'A field holds what it cannot mean. Ages are whole days.',
  'no-such-finding': NO_SUCH_FINDING,
  [NO_SUCH_HOME.code]: NO_SUCH_HOME.message,
  'signed-out': ACCESS_REFUSALS.signedOut,
  'store-unavailable':
    'Steward could not write its own records. If the disk of STEWARD_DATA is full, Overview says how much to free.',
}

/** Only known codes select a message. Text from the address is never shown. */
export function startMessage(code: string | null): string | null {
  if (code === null) return null
  return Object.hasOwn(START_MESSAGES, code)
    ? (START_MESSAGES[code] ?? null)
    : 'Something kept it from being made. Try again.'
}

export function emptyItemsWords(
  q: string | null,
  found: number | null,
  isUnticked: boolean,
  lines: number,
): { readonly title: string; readonly detail: string } | null {
  if (lines > 0 || (q !== null && found === null)) return null
  if (q !== null)
    return { title: `Nothing here is called “${q}”`, detail: 'Looked for in names, ids and paths.' }
  if (isUnticked) return { title: 'Nothing is unticked', detail: 'Untick an item and it stays where it is.' }
  return { title: 'Nothing here', detail: 'No item of the plan is of this kind.' }
}

export const relativesWords = (count: number, isTicked: boolean): string =>
  `These ${formatCount(count)} go together or not at all, so all of them ${isTicked ? 'go again' : 'stay'}.`

export const carriedWords = (before: number, now: number): string =>
  now === before
    ? `Your ${formatCount(now)} unticked items are unticked here too.`
    : `${formatCount(now)} of your ${formatCount(before)} unticked items are unticked here too; the others no longer go anyway.`

export const MAY_NOT = {
  viewer: {
    title: 'You may look at this plan, not approve it',
    way: 'You are signed in as a viewer. An operator can open this same address and approve it.',
    short: 'Only an operator may approve.',
  },
  'read-only': {
    title: 'Read-only: this plan can be looked at, not approved',
    way: 'Steward was started with STEWARD_READ_ONLY=1. Start it without that to approve plans.',
    short: 'Steward runs read-only.',
  },
} as const

/** Null if this plan can be approved as it is. */
export function whyNotApprovable(plan: PlanPage, items: number, mayNot: MayNot): string | null {
  if (plan.state === 'expired') return 'This plan expired. Plan again to approve it.'
  if (mayNot !== null) return MAY_NOT[mayNot].short
  if (items === 0) return 'There is nothing to approve.'
  return plan.refusals.length === 0 ? null : 'This plan cannot run now; the reasons are above.'
}

export function freesWords(disposition: Disposition, bytes: number, trashDays: number | null): string {
  if (disposition === 'trash')
    return trashDays === null ? 'when you empty it' : `${formatBytes(bytes)} in ${trashDays} d`
  return disposition === 'archive' ? `up to ${formatBytes(bytes)} now` : `${formatBytes(bytes)} now`
}

export const FREES_NOW_WORDS: Readonly<Record<Disposition, string>> = {
  trash: 'trash is on this disk',
  archive: 'less what the bundle takes',
  delete: 'cannot be restored',
}

export function protectedAmountWords(unit: ProtectedCount['unit'], amount: number | null): string {
  if (amount === null) return 'unknown'
  return unit === 'bytes' ? formatBytes(amount) : formatCount(amount)
}

export const recentTitle = (running: number): string =>
  running > 0 ? `${formatPlural(running, 'run is', 'runs are')} under way` : 'Prepared, not approved'

export const moreInGroup = (count: number): string => `${formatCount(count)} more in this group`

export const goAndUnticked = (go: number, unticked: number): string =>
  `${formatCount(go)} go, ${formatCount(unticked)} unticked`

export const planShareTitle = (go: Amount, all: Amount, isRestore: boolean): string => {
  const verb = isRestore ? 'come back' : 'go'
  return all.bytes === 0
    ? `${formatPlural(go.items, 'item')} of ${formatPlural(all.items, 'item')} looked at would ${verb}`
    : `${formatBytes(go.bytes)} of the ${formatBytes(all.bytes)} looked at would ${verb}`
}

export const checkedWords = (items: number): string =>
  `Disk blocks. ${formatPlural(items, 'item')} ${items === 1 ? 'was' : 'were'} judged, every one has a reason.`

export const trashOutlastsShort = (trashDays: number): string =>
  `${formatCount(trashDays)} d outlasts the disk`

export const trashOutlastsWords = (trashDays: number): string =>
  `${trashDays} d outlasts the disk: it would be full before this space comes back.`

export const fillsAtWords = (bytesPerDay: number): string => `at ${formatBytes(bytesPerDay)} a day`

export const forecastLabel = (without: string, withPlan: string): string =>
  `Free space: full in ${without} without this plan, in ${withPlan} with it`

export const approvalWords = (untickedItems: number): string =>
  untickedItems === 0
    ? 'Approval carries the digest and nothing else.'
    : `Approval carries the digest and ${formatPlural(untickedItems, 'unticked id')}, nothing else.`

export const untickedRemembered = (items: number): string =>
  `Your ${formatPlural(items, 'unticked item is', 'unticked items are')} remembered.`

export const refusalTitle = (action: Action | undefined): string =>
  action === undefined ? 'This cannot run now' : `${ACTION_WORDS[action].name}: planned, but cannot run now`

export const deleteTitle = (items: number, home: string): string =>
  `Delete ${formatPlural(items, 'item')} from ${home} for good?`

export const deleteHint = (trashDays: number | null): string =>
  `Or go back and choose trash: the same items, ${
    trashDays === null ? 'restorable' : `restorable for ${formatPlural(trashDays, 'day')}`
  }.`
