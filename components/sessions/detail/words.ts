/** Texts about one session in detail: its lineage, pace, roles, files and transcript. */
import type { BusiestStretch } from '@/lib/domain/sessions/busiest-stretch'
import type { Edge } from '@/lib/domain/sessions/lineage'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { formatBytes, formatCount, formatPlural, formatShare } from '@/lib/shared/numbers'
import { formatAge, SECOND_MS } from '@/lib/shared/time'

type Node = NonNullable<SessionDetail['lineage']>['nodes'][number]

const EDGES: Readonly<Record<Edge, string>> = {
  compression: 'continues it',
  branch: 'branch',
  delegate: 'subagent',
  reset: 'after a reset',
  other: 'child',
}

export function nodeWords({ self, exists, edge, state }: Node): string {
  if (self) return 'this one'
  if (!exists) return 'no longer there'
  return [...(edge === null ? [] : [EDGES[edge]]), ...(state === null ? [] : [state])].join(', ')
}

export function lineageWords({ nodes, more }: NonNullable<SessionDetail['lineage']>): string {
  const known = nodes.filter(({ exists }) => exists)
  const kept = known.filter((node) => node.protected).length
  const count = formatPlural(known.length + more, 'session')
  if (kept === 0) return `${count}, none protected`
  return kept === known.length ? `${count}, all protected` : `${count}, ${formatCount(kept)} protected`
}

export const FACTS_LABEL = 'Facts and where they are from'
export const NO_FILES = 'No file carries its id.'
export const ROLES_PARTIAL = 'Of the newest messages only; the session has more than are read at once.'
export const RATE_NOTE = 'messages and tool rounds'
export const FOLDER_UNREAD = 'The folder could not be read.'
export const NO_MESSAGE_TIME = 'No message carries a time'
export const STILL_COUNTED = 'Messages are still being counted'
export const ROLES_UNKNOWN = 'Who wrote how much is unknown'
export const MESSAGES_UNREAD = 'Its messages could not be read.'
export const FILES_UNREAD = 'unknown: the folder could not be read'
export const USAGE_NOTE = 'Hermes’ local count; the provider may bill more'
export const FLUSHED_AT_RESTART = ', flushed by the next restart of the gateway'
export const TRANSCRIPT_NOTE =
  'Plain text, of each message the beginning; no more than is shown here leaves the server.'
export const NO_MESSAGES = 'No message of this session is stored here.'
export const TIME_UNKNOWN = 'at an unknown time'
export const NO_TEXT = 'Without text.'
export const USAGE_CAPTION = 'Tokens by model and task'
export const NOT_BY_MODEL = 'not booked by model'
export const WHY_LEAKED = 'Why it counts as leaked'
export const WHY_LEAKED_NOTE = 'It is open, and no sign of life was found.'
export const STEWARD_DOWN = 'Steward does not answer.'

/** `602 messages in 107 s, 337 a minute` */
export function busiestWords(busiest: BusiestStretch | null, isCounted: boolean): string {
  if (busiest === null) return 'Too few messages for a pace'
  const pace = `${formatPlural(busiest.messages, 'message')} in ${spanWords(busiest.seconds)}`
  return busiest.runaway
    ? `${pace}, ${formatCount(busiest.messagesPerMinute)} a minute`
    : `${isCounted ? 'At its busiest' : 'In its last hours'} ${pace}`
}

/** Only a session with counted hours knows which were its fastest. */
export const paceRangeNote = (isWhole: boolean, isCounted: boolean): string =>
  `${isCounted ? 'in the hours of its fastest stretch' : 'in its last hours; the ones before are still being counted'}${isWhole ? '' : ', only the first messages of them'}`

const spanWords = (seconds: number): string =>
  seconds < 600 ? `${formatCount(Math.max(1, seconds))} s` : formatAge(seconds * SECOND_MS)

export const roleTitle = (toolShare: number): string =>
  toolShare === 0 ? 'All of it is conversation' : `${formatShare(toolShare)} of it is tool output`

export const FACT_TITLES: readonly (readonly [SessionDetail['facts'][number]['source'], string])[] = [
  ['row', 'From its row in state.db'],
  ['index', 'From our index of its messages'],
  ['file', 'From its files'],
  ['route', 'From the gateway’s routes'],
]

export const previewParts = (parts: number): string => `Preview cleanup of ${formatPlural(parts, 'part')}`

export const lifeTitle = (messages: number, spanMs: number, tools: number): string =>
  `${formatPlural(messages, 'message')} over ${formatAge(spanMs)}, ${formatCount(tools)} of them tool results`

export const filesWords = (files: number, bytes: number): string =>
  `${formatPlural(files, 'file')}, ${formatBytes(bytes)} on disk`

export const filesInFolder = (files: number, bytes: number): string =>
  `${formatPlural(files, 'file')} in sessions/, ${formatBytes(bytes)} on disk`

export const rolesNote = (total: string): string => `${total} of messages, by role`

export const pruneChoice = (bytes: number): string =>
  `Prune sessions removes its row and every file; prune files keeps the row and its messages and removes only ${formatBytes(bytes)} of files.`

export const truncatedWords = (shown: number, bytes: number): string =>
  shown === 0
    ? `Too large to look at: ${formatBytes(bytes)}.`
    : `The first ${formatCount(shown)} characters; the whole has ${formatBytes(bytes)}.`

export const transcriptPages = (place: 'above' | 'below'): string => `Pages of the transcript, ${place}`
