/** One route as formatted texts: its chat, its session and what will happen to it. */

import type { Tile } from '@/components/overview/tiles-model'
import type { RouteState } from '@/lib/domain/gateway/gateway'
import type { GatewayEntry, GatewayReport } from '@/lib/domain/gateway/gateway-report'
import { formatCount, formatPlural, formatShort } from '@/lib/shared/numbers'
import { formatAge } from '@/lib/shared/time'
import { visibleText } from '@/lib/shared/visible-text'

export type RouteRow = {
  readonly key: string
  readonly chat: string
  readonly platform: string
  readonly state: RouteState
  readonly age: string
  readonly sessionId: string
  readonly sessionTitle: string
  readonly sessionState: string
  readonly hasSession: boolean
  readonly onRestart: { readonly text: string; readonly warns: boolean }
  readonly onNextMessage: string
  readonly badges: readonly string[]
}

export const RESTART_WORDS: Readonly<Record<GatewayEntry['onRestart'], string>> = {
  keep: 'stays',
  flush: 'one model call',
  finalise: 'marked as finished',
  drop: 'dropped, the transcript stays',
  unknown: 'unknown',
}

const MESSAGE_WORDS: Readonly<Record<GatewayEntry['onNextMessage'], string>> = {
  continues: 'goes on',
  'new-session': 'begins a new session',
  'recreates-row': 'brings the id back, without its history',
  unknown: 'unknown',
}

export function routeRow(entry: GatewayEntry, primary: GatewayReport['primary']): RouteRow {
  const { key, sessionId, session } = entry
  return {
    key: visibleText(key),
    chat: visibleText(entry.displayName ?? key),
    platform: [entry.platform ?? 'unknown', entry.chatType ?? ''].filter(Boolean).map(visibleText).join(', '),
    state: entry.state,
    age: entry.ageMs === null ? 'unknown' : formatAge(entry.ageMs),
    sessionId,
    sessionTitle: visibleText(session?.title ?? sessionId),
    sessionState: session === null ? 'no such row' : sessionWords(session),
    hasSession: session !== null,
    onRestart: { text: RESTART_WORDS[entry.onRestart], warns: entry.onRestart === 'flush' },
    onNextMessage: MESSAGE_WORDS[entry.onNextMessage],
    badges: badgesOf(entry, primary),
  }
}

const sessionWords = ({ state, endReason, messages }: NonNullable<GatewayEntry['session']>): string =>
  [
    state === 'ended' && endReason !== null ? `ended (${visibleText(endReason)})` : state,
    formatPlural(messages, 'message'),
  ].join(', ')

function badgesOf(entry: GatewayEntry, primary: GatewayReport['primary']): string[] {
  const { suspended, turnActive, finalised, state, alsoRoutedBy, copies } = entry
  const oneCopy = primary === 'table' && copies.length === 1
  return [
    ...(turnActive ? ['a turn runs'] : []),
    ...(suspended ? ['suspended'] : []),
    ...(state === 'expired' && finalised ? ['already finished'] : []),
    ...(alsoRoutedBy.length > 0 ? [`shared with ${formatPlural(alsoRoutedBy.length, 'chat')}`] : []),
    ...(oneCopy ? [copies[0] === 'file' ? 'only in sessions.json' : 'only in the table'] : []),
  ]
}

export function gatewayTiles(report: GatewayReport): Tile[] {
  const { running, howKnown, restart, totals, flushesOnRestart } = report
  return [
    {
      label: 'Gateway',
      value: running === null ? 'unknown' : running ? 'running' : 'stopped',
      unit: '',
      detail: [{ figure: '', words: howKnown }],
      warning: null,
    },
    {
      label: 'At the next restart',
      value: flushesOnRestart === null ? 'unknown' : formatCount(flushesOnRestart),
      unit: flushesOnRestart === null ? '' : flushesOnRestart === 1 ? 'model call' : 'model calls',
      detail: [{ figure: '', words: costWords(report) }],
      warning: (restart.calls ?? 0) > 0 ? 'A restart costs money' : null,
    },
    {
      label: 'Routes',
      value: totals === null ? 'unknown' : formatCount(totals.all),
      unit: '',
      detail:
        totals === null
          ? [{ figure: '', words: 'The index could not be read.' }]
          : [
              { figure: formatCount(totals.live), words: ' live, ' },
              { figure: formatCount(totals.expired), words: ' expired' },
              ...(totals.toEndedSessions === 0
                ? []
                : [{ figure: '', words: `, ${formatCount(totals.toEndedSessions)} to ended sessions` }]),
            ],
      warning: null,
    },
    {
      label: 'Dangling',
      value: totals === null ? 'unknown' : formatCount(totals.dangling),
      unit: '',
      detail: [{ figure: '', words: 'Routes to a session without a row' }],
      warning: (totals?.dangling ?? 0) > 0 ? 'Some chats have lost their session' : null,
    },
  ]
}

function costWords({ restart: { calls, inputTokens, drops, finalises } }: GatewayReport): string {
  if (calls === null) return 'Routes or version could not be read.'
  const others = [
    ...(finalises === null || finalises === 0 ? [] : [`${formatCount(finalises)} marked as finished`]),
    ...(drops === null || drops === 0 ? [] : [`${formatCount(drops)} dropped`]),
  ]
  const tokens =
    calls === 0
      ? []
      : [inputTokens === null ? 'tokens unknown' : `about ${formatShort(inputTokens)} tokens of input`]
  const words = [...tokens, ...others]
  return words.length === 0 ? 'Every route stays as it is' : words.join(', ')
}
