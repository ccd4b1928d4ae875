/** Why an item is acted on or kept, for the item with its figures and for its group. */
import { formatBytes, formatCount, formatPlural } from '../../shared/numbers.ts'
import { formatAge } from '../../shared/time.ts'
import type { TrigramFault } from '../database/trigrams.ts'
import { describeTrigramFault } from '../database/words.ts'
import { describeTooLarge } from '../sessions/largest-row.ts'
import type { Protection } from '../sessions/session.ts'
import { describeProtection } from '../sessions/words.ts'
import type { Reason } from './plan.ts'

export type ReasonText = { readonly reason: Reason; readonly group: string }

/** Figures for the texts. Each reason uses its own subset. */
export type Detail = {
  readonly ms?: number
  readonly days?: number
  readonly count?: number
  readonly bytes?: number
  readonly name?: string
  readonly id?: string
}

export type ReasonCode = keyof typeof WORDS

const NO_DETAIL: Detail = {}

export function reasonFor(code: ReasonCode, detail: Detail = NO_DETAIL): ReasonText {
  const words: Words = WORDS[code]
  const group = typeof words.group === 'string' ? words.group : words.group(detail)
  return { reason: { code, message: words.item?.(detail) ?? group }, group }
}

/** For reasons that tens of thousands of items share: the group's text is built once. */
export function reasonsFor(code: ReasonCode, shared: Detail): (own: Detail) => ReasonText {
  const words: Words = WORDS[code]
  const { group } = reasonFor(code, shared)
  return (own) => ({ reason: { code, message: words.item?.({ ...shared, ...own }) ?? group }, group })
}

export const protectedReason = (protection: Protection): ReasonText => ({
  reason: { code: protection.code, message: describeProtection(protection) },
  group: PROTECTED[protection.code],
})

type Words = {
  readonly group: string | ((detail: Detail) => string)
  readonly item?: (detail: Detail) => string
}

const age = ({ ms = 0 }: Detail): string => formatAge(ms)
const span = ({ days = 0 }: Detail): string => formatPlural(days, 'day')
const newest = ({ count = 0, name = 'kind' }: Detail): string => `newest ${formatCount(count)} of its ${name}`

/** `name`: another part of the conversation is the reason. */
const ofConversation = (name: string | undefined, text: string): string =>
  name === undefined ? text : `${name} is part of the same conversation. ${text}`

const describeTrigrams = (code: TrigramFault, { name, id }: Detail): string =>
  ofConversation(name, describeTrigramFault(code, id))

const WORDS = {
  // Why items are acted on.
  idle: {
    group: (detail) => `${detail.name ?? 'Session'}, idle ${span(detail)} or more`,
    item: (detail) => `Idle ${age(detail)}`,
  },
  'goes-with-parent': {
    group: 'Started by a session that goes',
    item: ({ name = 'A session', ...detail }) => `${name}, which started it, goes; idle ${age(detail)}`,
  },
  'old-transcript': {
    group: (detail) => `Transcript older than ${span(detail)}`,
    item: (detail) => `Last written ${age(detail)} ago`,
  },
  'old-request-dump': {
    group: (detail) => `Request dump older than ${span(detail)}`,
    item: (detail) => `Written ${age(detail)} ago`,
  },
  'no-session': {
    group: 'No session owns it',
    item: (detail) => `No session owns it, last written ${age(detail)} ago`,
  },
  'left-over': {
    group: 'Left behind by an interrupted write',
    item: (detail) => `Left behind ${age(detail)} ago by an interrupted write`,
  },
  leaked: {
    group: 'Never closed, and nobody holds it',
    item: (detail) => `Never closed, silent for ${age(detail)}, and nobody holds it`,
  },
  'folder-gone': {
    group: 'Folder is gone',
    item: (detail) => `Folder removed, its parent is still there; idle ${age(detail)}`,
  },
  stale: {
    group: (detail) => `Checkpoint idle ${span(detail)} or more`,
    item: (detail) => `Idle ${age(detail)}`,
  },
  'temporary-pack': {
    group: 'Half-written git pack',
    item: (detail) => `Half-written git pack, left ${age(detail)} ago`,
  },
  'route-expired': {
    group: 'Expired gateway entry',
    item: (detail) => `Expired, last used ${age(detail)} ago`,
  },
  'route-dangling': {
    group: 'Gateway entry without its session',
    item: (detail) => `Its session is gone; last used ${age(detail)} ago`,
  },
  'beyond-newest': {
    group: (detail) => `Beyond the ${newest(detail)}`,
    item: (detail) => `Beyond the ${newest(detail)}, written ${age(detail)} ago`,
  },
  'dead-job': {
    group: 'Its cron job no longer exists',
    item: (detail) => `${formatPlural(detail.count ?? 0, 'output')} of a cron job that no longer exists`,
  },
  'free-pages': {
    group: 'Free pages inside state.db',
    item: ({ bytes = 0 }) => `${formatBytes(bytes)} of free pages inside state.db`,
  },

  // Why items are kept: excluded by the policy.
  'too-young': {
    group: 'Too young',
    item: (detail) => `Too young, ${age(detail)} of ${detail.days ?? 0} d`,
  },
  'among-newest': {
    group: ({ count = 0 }) => `Among the newest ${formatCount(count)} of its kind`,
    item: (detail) => `Among the ${newest(detail)}`,
  },
  'archived-in-hermes': { group: 'Archived in Hermes' },
  'too-small': { group: 'Smaller than asked for' },
  'too-few-messages': { group: 'Fewer messages than asked for' },
  'not-asked': { group: 'Not of the states asked for' },
  'parts-not-chosen': {
    group: 'Other parts of its conversation were not chosen',
    item: ({ count = 0 }) =>
      `${formatPlural(count, 'other part')} of its conversation ${count === 1 ? 'was' : 'were'} not chosen`,
  },

  // Why items are kept: they may be needed.
  'never-closed': { group: 'Never closed, close it first' },
  'lineage-open': {
    group: 'A part of its conversation was never closed',
    item: ({ name = 'Another part' }) => `${name} is part of the same conversation and was never closed`,
  },
  'parent-protected': {
    group: 'Its parent conversation is protected',
    item: ({ name = 'a session' }) => `Its parent conversation, ${name}, is protected`,
  },
  resumable: {
    group: 'Ended lately in a way Hermes may resume',
    item: (detail) => `Ended ${age(detail)} ago in a way Hermes may resume`,
  },
  'being-written': {
    group: 'A file of it was just written',
    item: (detail) => `${detail.name ?? 'A file of it'} was written ${age(detail)} ago`,
  },
  'process-may-own': {
    group: 'A running process may own it',
    item: ({ name = 'A process' }) => `${name} was running when it was last active and may own it`,
  },
  'relative-live': {
    group: 'Its parent or a child of it is live',
    item: ({ name = 'A session' }) => `${name}, its parent or child, is live`,
  },
  'claimed-id': {
    group: 'Somebody uses its session id',
    item: ({ name = 'A session' }) => `The session id ${name} is in use, though it has no row`,
  },
  diverted: {
    group: 'May be the only copy of its messages',
    item: ({ name = 'Its .jsonl', count }) =>
      count === undefined
        ? `${name} could not be compared with state.db. It may be the only copy of its messages.`
        : `${name} has ${formatPlural(count, 'message')} that state.db lacks. It may be the only copy.`,
  },
  'holds-more': {
    group: 'Holds messages the database lacks',
    item: ({ count = 0 }) => `Holds ${formatPlural(count, 'message')} more than the database`,
  },
  'route-live': { group: 'A chat uses this route' },
  'turn-active': { group: 'A turn is, or was at a crash, running' },
  suspended: { group: 'Suspended, Hermes keeps these' },
  'checkpoint-live': { group: 'Used lately', item: (detail) => `Used ${age(detail)} ago` },
  unreachable: {
    group: 'Drive not mounted',
    item: () => 'The folder is not there, but its drive may just not be mounted. Missing is not deleted.',
  },
  'hermes-live': {
    group: 'In the shared store, while Hermes may be running',
    item: ({ name = 'Hermes may be running' }) =>
      `${name}. The shared store is only cleaned while Hermes is stopped.`,
  },
  'git-unsafe': {
    group: 'Repository could lead git out of the home',
    item: ({ name = 'A part of its repository leads out of the home.' }) =>
      `${name} Until then this checkpoint is kept.`,
  },
  'job-running': { group: 'Its cron job is running' },
  'nothing-to-gain': { group: 'Nothing to gain' },

  // Why items are kept: required data could not be read.
  'size-unknown': { group: 'Its size is not counted yet' },
  'retention-unknown': { group: 'How long Hermes keeps checkpoints could not be read' },
  'folder-unknown': { group: 'Which folder it belongs to is unknown' },
  'age-unknown': { group: 'When it was last used is unknown' },
  'files-unknown': { group: 'Its files could not be listed' },
  'owner-unknown': { group: 'Whether a session owns it could not be read' },
  'holders-unknown': { group: 'Who has the database open could not be read' },
  'not-compared': { group: 'Not compared with its rows, too much to read at once' },
  'too-large': {
    group: 'A message is too large: use hermes sessions delete',
    item: ({ bytes = 0, name }) => ofConversation(name, describeTooLarge(bytes)),
  },
  'row-unreadable': { group: 'Its row cannot be read exactly' },
  'folder-unreadable': { group: 'Not everything inside could be read' },
  'trigram-mismatch': {
    group: 'Indexed by another SQLite version: use hermes sessions delete',
    item: (detail) => describeTrigrams('trigram-mismatch', detail),
  },
  'trigram-unchecked': {
    group: 'Cannot be compared with the search index: use hermes sessions delete',
    item: (detail) => describeTrigrams('trigram-unchecked', detail),
  },
  'others-inside': {
    group: 'Other things lie beside it',
    item: ({ count = 0 }) =>
      `${formatPlural(count, 'other thing')} in its folder ${count === 1 ? 'is' : 'are'} no output of Hermes`,
  },
  'no-text-name': { group: 'Its name is no valid text' },
  'changed-meanwhile': { group: 'It changed while the plan was made' },
  'gone-meanwhile': { group: 'It went away while the plan was made' },
} satisfies Readonly<Record<string, Words>>

const PROTECTED: Readonly<Record<Protection['code'], string>> = {
  'claims-unknown': 'Might be in use, claims could not be read',
  'open-recent': 'Live',
  pinned: 'Pinned',
  routed: 'Routed by the gateway',
  'turn-lease': 'A turn is running',
  'compression-lock': 'Its history is being compressed',
  'open-chat': 'Open in a chat window',
  'live-backend': 'A backend that may own it is alive',
  'pending-delegation': 'Waits for a subagent',
  'running-cron': 'Its cron job is running',
  'handoff-pending': 'A hand-off waits for it',
  lineage: 'Belongs to a living conversation',
}
