/** One route as formatted texts: its chat, its session and what will happen to it. */

import type { Tile } from '@/components/overview/tiles-model'
import type { RouteState } from '@/lib/domain/gateway/gateway'
import type { GatewayEntry, GatewayReport } from '@/lib/domain/gateway/gateway-report'
import { formatCount, formatPlural } from '@/lib/shared/numbers'
import { formatAge } from '@/lib/shared/time'
import { visibleText } from '@/lib/shared/visible-text'
import {
  AT_RESTART,
  DANGLING_NOTE,
  DANGLING_WARNING,
  INDEX_UNREAD,
  MESSAGE_WORDS,
  ONLY_IN_TABLE,
  RESTART_COSTS,
  RESTART_WORDS,
  restartCostWords,
  toEndedWords,
} from './words'

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
    ...(oneCopy ? [copies[0] === 'file' ? 'only in sessions.json' : ONLY_IN_TABLE] : []),
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
      label: AT_RESTART,
      value: flushesOnRestart === null ? 'unknown' : formatCount(flushesOnRestart),
      unit: flushesOnRestart === null ? '' : flushesOnRestart === 1 ? 'model call' : 'model calls',
      detail: [{ figure: '', words: restartCostWords(report) }],
      warning: (restart.calls ?? 0) > 0 ? RESTART_COSTS : null,
    },
    {
      label: 'Routes',
      value: totals === null ? 'unknown' : formatCount(totals.all),
      unit: '',
      detail:
        totals === null
          ? [{ figure: '', words: INDEX_UNREAD }]
          : [
              { figure: formatCount(totals.live), words: ' live, ' },
              { figure: formatCount(totals.expired), words: ' expired' },
              ...(totals.toEndedSessions === 0
                ? []
                : [{ figure: '', words: toEndedWords(totals.toEndedSessions) }]),
            ],
      warning: null,
    },
    {
      label: 'Dangling',
      value: totals === null ? 'unknown' : formatCount(totals.dangling),
      unit: '',
      detail: [{ figure: '', words: DANGLING_NOTE }],
      warning: (totals?.dangling ?? 0) > 0 ? DANGLING_WARNING : null,
    },
  ]
}
